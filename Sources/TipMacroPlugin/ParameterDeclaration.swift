internal import SwiftSyntax

/// What `@Parameter` needs to know of the property that it stands before.
struct ParameterDeclaration {
    /// The property's name, without backticks.
    let name: String
    /// The declared type, when there is one.
    let type: TypeSyntax?
    /// The declared value.
    let initialValue: String
    /// The modifiers and attributes that the storage has to share, each followed by a space.
    let prefix: String
    /// How the enclosing type is named in the initial value of a static constant.
    let owner: String
    /// The arguments of the attribute, each after a comma.
    let options: String

    /// Reads a declaration of a single variable.
    ///
    /// - Parameters:
    ///   - variable: What the attribute stands before.
    ///   - attribute: The attribute with its options.
    ///   - context: What the declaration lies in, the innermost first.
    /// - Throws: A ``MacroError`` at the place that has to change.
    init(
        _ variable: VariableDeclSyntax, _ attribute: AttributeSyntax, in context: [Syntax]
    ) throws(MacroError) {
        owner = try Self.owner(in: context, attribute)
        try Self.checkModifiers(of: variable)
        guard let binding = variable.bindings.first else {
            throw MacroError("A parameter is declared by itself", at: variable)
        }
        name = try Self.name(of: binding)
        if let block = binding.accessorBlock {
            throw MacroError(
                "A parameter is stored with the tips and has no accessors or observers of its own", at: block)
        }
        type = binding.typeAnnotation?.type.trimmed
        initialValue = try Self.initialValue(of: binding)
        prefix = Self.prefix(of: variable)
        options = attribute.arguments.map { ", \($0.trimmedDescription)" } ?? ""
    }

    /// The name of the constant that holds the parameter.
    var storageName: String { "$\(name)" }

    /// The declaration of the constant.
    ///
    /// It is `nonisolated`, so that a rule may name it wherever it is made, also when the type belongs to an actor.
    var storage: String {
        let generic = type.map { "<\($0)>" } ?? ""
        return "\(prefix)nonisolated static let \(storageName) = "
            + "Tips.Parameter\(generic)(\(owner).self, \"\(name)\", \(initialValue)\(options))"
    }
}

// The parts of a declaration.
extension ParameterDeclaration {
    private static func checkModifiers(of variable: VariableDeclSyntax) throws(MacroError) {
        guard variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) else {
            throw .notStatic(variable)
        }
        let refused: [Keyword] = [.lazy, .weak, .unowned]
        for modifier in variable.modifiers {
            guard case .keyword(let keyword) = modifier.name.tokenKind, refused.contains(keyword) else {
                continue
            }
            throw MacroError("A parameter cannot be '\(modifier.name.text)'", at: modifier)
        }
    }

    private static func name(of binding: PatternBindingSyntax) throws(MacroError) -> String {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
            throw MacroError("A parameter is declared by itself", at: binding.pattern)
        }
        let name = pattern.identifier.text.filter { $0 != "`" }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII }) else {
            throw MacroError("The name of a parameter is one of letters, digits and underscores", at: pattern)
        }
        return name
    }

    private static func initialValue(of binding: PatternBindingSyntax) throws(MacroError) -> String {
        if let initializer = binding.initializer { return initializer.value.trimmedDescription }
        if binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true { return "nil" }
        throw MacroError("A parameter needs a value to begin with", at: binding)
    }

    private static func prefix(of variable: VariableDeclSyntax) -> String {
        let levels: [Keyword] = [.private, .fileprivate, .internal, .package, .public, .open]
        let access = variable.modifiers.filter { modifier in
            guard case .keyword(let keyword) = modifier.name.tokenKind else { return false }
            return levels.contains(keyword) && modifier.detail == nil
        }
        let availability = variable.attributes.filter { element in
            guard case .attribute(let attribute) = element else { return false }
            return attribute.attributeName.trimmedDescription == "available"
        }
        let parts = availability.map(\.trimmedDescription) + access.map(\.trimmedDescription)
        return parts.map { "\($0) " }.joined()
    }

    /// How the enclosing type is named: what is a class by its name, because its `Self` may be a class below it.
    private static func owner(in context: [Syntax], _ attribute: AttributeSyntax) throws(MacroError) -> String
    {
        for level in context {
            guard let generic = level.asProtocol((any WithGenericParametersSyntax).self) else { continue }
            if generic.genericParameterClause != nil {
                throw MacroError(
                    "A parameter cannot belong to a generic type, which has no static storage", at: attribute)
            }
        }
        switch context.first?.as(SyntaxEnum.self) {
        case .structDecl, .enumDecl: return "Self"
        case .actorDecl(let declaration): return declaration.name.text
        case .classDecl(let declaration): return declaration.name.text
        case .extensionDecl(let declaration): return declaration.extendedType.trimmedDescription
        case .protocolDecl:
            throw MacroError("A parameter belongs to a type, not to a protocol", at: attribute)
        default:
            throw MacroError(
                "A parameter belongs to a type, which gives it the first part of its id", at: attribute)
        }
    }
}
