internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// Gives a static property its storage in the tips' datastore: a constant named `$property`, which knows the enclosing type
/// and the property's name and so its id (T24), and accessors that read and write through it.
///
/// Only a constant is stored, and it is `Sendable`; so the property is safe as a static one without an actor.
enum ParameterMacro {
    /// The property, unless it is one that the compiler itself refuses: several at once, or no property.
    private static func variable(_ declaration: some DeclSyntaxProtocol) -> VariableDeclSyntax? {
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1 else {
            return nil
        }
        return variable
    }

    private static func isVariable(_ declaration: VariableDeclSyntax) -> Bool {
        declaration.bindingSpecifier.tokenKind == .keyword(.var)
    }
}

extension ParameterMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [AccessorDeclSyntax] {
        guard let variable = variable(declaration), variable.bindings.first?.accessorBlock == nil else {
            return []
        }
        let parameter = try? ParameterDeclaration(variable, node, in: context.lexicalContext)
        return accessors(of: isVariable(variable) ? parameter : nil).map { text in
            var parser = Parser(text)
            return AccessorDeclSyntax.parse(from: &parser)
        }
    }

    /// The accessors; for a declaration that the other role or the compiler refuses, such as draw no further errors.
    private static func accessors(of parameter: ParameterDeclaration?) -> [String] {
        guard let name = parameter?.storageName else {
            return ["get { fatalError() }", "set { fatalError() }"]
        }
        return ["get { \(name).wrappedValue }", "set { \(name).wrappedValue = newValue }"]
    }
}

extension ParameterMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        guard let variable = variable(declaration), isVariable(variable) else { return [] }
        do throws(MacroError) {
            var parser = Parser(try ParameterDeclaration(variable, node, in: context.lexicalContext).storage)
            return [DeclSyntax.parse(from: &parser)]
        } catch {
            context.diagnose(error.diagnostic)
            return []
        }
    }
}
