internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// Writes `#Rule(input) { … }` as the rule whose closure runs once, on stand-ins for the values, and leaves data (TD24).
///
/// The closure stays as it is; the types of the stand-ins make the data. What would only make sense in a closure that runs
/// at each evaluation is refused where it stands, because it would be accepted and never have an effect.
enum RuleMacro: ExpressionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> ExprSyntax {
        if let predicate = predicate(of: node) {
            let closures = ClosuresWithin(viewMode: .sourceAccurate)
            closures.walk(predicate)
            for closure in closures.found { diagnose(closure, in: context) }
        }
        return rule(of: node)
    }

    /// Refuses what would have no effect in a closure of the rule, also in one within it: a filter's is read once too.
    private static func diagnose(_ closure: ClosureExprSyntax, in context: some MacroExpansionContext) {
        let statements = closure.statements
        for statement in statements {
            guard let refusal = refusal(of: statement.item, isLast: statement == statements.last) else {
                continue
            }
            context.diagnose(refusal.diagnostic)
        }
    }

    private static func predicate(of node: some FreestandingMacroExpansionSyntax) -> ClosureExprSyntax? {
        node.trailingClosure ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    }

    /// Why a statement is no part of a rule; `nil` for one that names a value, and for the condition itself.
    private static func refusal(of item: CodeBlockItemSyntax.Item, isLast: Bool) -> MacroError? {
        if case .decl(let declaration) = item {
            let specifier = declaration.as(VariableDeclSyntax.self)?.bindingSpecifier
            if specifier?.tokenKind == .keyword(.let) { return nil }
            return MacroError(
                "A rule keeps no state; its closure names values with 'let' and ends with its condition",
                at: item)
        }
        if case .expr(let expression) = item {
            if isLast, !isAssignment(expression) { return nil }
            return MacroError(
                "A rule is read once, and this would have no effect when it is evaluated", at: item)
        }
        if isLast, case .stmt(let statement) = item, statement.is(ReturnStmtSyntax.self) { return nil }
        return MacroError(
            "A rule is read once, without branches and loops; combine conditions with '&&', '||' and '!'",
            at: item)
    }

    private static func isAssignment(_ expression: ExprSyntax) -> Bool {
        let elements = expression.as(SequenceExprSyntax.self)?.elements ?? []
        return elements.contains { element in
            let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
            return element.is(AssignmentExprSyntax.self) || ["+=", "-=", "*=", "/=", "%="].contains(sign)
        }
    }
}

/// Finds a closure and those within it, in the order in which they begin.
private final class ClosuresWithin: SyntaxVisitor {
    private(set) var found: [ClosureExprSyntax] = []

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        found.append(node)
        return .visitChildren
    }
}

/// Writes `#Rule(input) { … }` as the rule whose closure stays and runs at each evaluation.
///
/// It is what remains when a condition is no data; such a rule does not travel (TD24).
enum LocalRuleMacro: ExpressionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> ExprSyntax {
        rule(of: node)
    }
}

/// The call of the initialiser with the arguments and the closures of the macro, as they were written.
private func rule(of node: some FreestandingMacroExpansionSyntax) -> ExprSyntax {
    let type = MemberAccessExprSyntax(
        base: DeclReferenceExprSyntax(baseName: .identifier("Tips")), name: .identifier("Rule"))
    return ExprSyntax(
        FunctionCallExprSyntax(
            calledExpression: type, leftParen: node.leftParen ?? .leftParenToken(), arguments: node.arguments,
            rightParen: node.rightParen ?? .rightParenToken(), trailingClosure: node.trailingClosure,
            additionalTrailingClosures: node.additionalTrailingClosures))
}
