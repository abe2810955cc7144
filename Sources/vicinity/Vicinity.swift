import CommandLineArguments
import Foundation
import WorkplaceClient

/// The one executable: reads the command line, runs the command, and turns what went wrong into one sentence and an
/// exit code.
@main
enum Vicinity {
    /// The one place of the version; packages ask the program for it.
    static let version = "0.1.0"
    static let versionLine = "vicinity \(version)"

    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            let environment = ProcessInfo.processInfo.environment
            // As other programs have it, and as packages look for it.
            if arguments == ["--version"] { return Terminal.out(versionLine) }
            switch try CommandTable.program.parse(arguments, environment: environment) {
            case .help(let text): Terminal.out(text)
            case .run(let parsed): try await CommandTable.run(parsed)
            }
        } catch let error as UsageError {
            fail(error.description, code: UsageError.exitCode)
        } catch let failure as CommandFailure {
            fail(failure.description, code: failure.exitCode)
        } catch let failure as NoAnswer {
            let advice = failure.reason == .silence ? " Start one with vicinity serve --demo." : ""
            fail("\(failure)\(advice)", code: 1)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func fail(_ sentence: String, code: Int32) -> Never {
        Terminal.error(sentence)
        exit(code)
    }
}
