@_spi(PluginMessage) private import SwiftCompilerPluginMessageHandling
private import SwiftSyntaxMacros

/// The program that the compiler starts to have `#Rule` and `@Parameter` written out.
@main
struct Plugin {
    /// Answers the compiler's questions until it closes its end.
    static func main() throws {
        let connection = try StandardIOMessageConnection()
        try CompilerPluginMessageListener(connection: connection, provider: Macros()).main()
    }
}

/// Finds a macro by the name that its declaration gives.
private struct Macros: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        switch typeName {
        case "RuleMacro": RuleMacro.self
        case "LocalRuleMacro": LocalRuleMacro.self
        case "ParameterMacro": ParameterMacro.self
        default: throw MacroExpansionErrorMessage("There is no macro \(typeName) here")
        }
    }
}
