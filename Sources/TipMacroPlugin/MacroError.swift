internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// Why something cannot be written out, and where.
struct MacroError: Error {
    let diagnostic: Diagnostic

    /// Refuses what stands at a node, with a sentence that has no full stop, as the compiler's have none.
    init(_ sentence: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        let message = MacroExpansionErrorMessage(sentence)
        diagnostic = Diagnostic(node: node, message: message, fixIts: fixIts)
    }
}

extension MacroError {
    /// Refuses a property of instances, and offers to make it one of the type.
    static func notStatic(_ variable: VariableDeclSyntax) -> MacroError {
        var repaired = variable
        repaired.modifiers.append(DeclModifierSyntax(name: .keyword(.static), trailingTrivia: .space))
        let fix = FixIt.replace(
            message: MacroExpansionFixItMessage("Insert 'static'"), oldNode: variable, newNode: repaired)
        return MacroError(
            "A parameter is one for all tips of the type, and so 'static'", at: variable.bindingSpecifier,
            fixIts: [fix])
    }
}
