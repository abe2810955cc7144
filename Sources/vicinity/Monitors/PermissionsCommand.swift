import Authorization
import CommandLineArguments
import Foundation
import JSON
import Machine
import Observations

/// Shows and changes what the person permits their programs.
enum PermissionsCommand {
    private static let program = Positional(
        "PROGRAM", "The program: the path of its executable.", kind: .file)
    private static let whileUsing = Option(
        flag: "while-using", "Only while the program is in use: started by you, not by an event.")
    private static let reduced = Option(
        flag: "reduced", "Only coarse positions: conditions are not decided, and beacons are not heard.")
    private static let list = Command("list", "Lists the programs that have asked, and your answers.")
    private static let allow = Command(
        "allow", "Allows a program to use the location always.", options: [whileUsing, reduced],
        positionals: [program])
    private static let deny = Command(
        "deny", "Forbids a program to use the location; one that runs stops at once.", positionals: [program])
    private static let forget = Command(
        "forget", "Removes your answer and the program's registration; it asks again when it starts next.",
        positionals: [program])

    static let command = Command(
        "permissions", "Shows and changes which programs may use the location on this machine.",
        discussion: [
            "This is about programs that use the library LocationCompatibility. A program asks in the terminal in which it "
                + "runs. Without a terminal, it waits until you answer here."
        ],
        commands: [list, allow, deny, forget])

    static func run(_ arguments: ParsedArguments) throws {
        let permissions = try MonitorsCommand.opened { try ProgramPermissions() }
        switch arguments.command.last {
        case list.name: try printList(permissions)
        case allow.name:
            try store(
                arguments.has(whileUsing) ? .whileUsing : .always, arguments, in: permissions,
                accuracy: arguments.has(reduced) ? .reducedAccuracy : .fullAccuracy)
        case deny.name: try store(.refused, arguments, in: permissions)
        case forget.name:
            let path = try path(arguments)
            let isForgotten = try MonitorsCommand.opened {
                let programs = try BackgroundPrograms()
                let entries = Set(try programs.entries().filter { $0.executable == path })
                if !entries.isEmpty { try programs.remove(entries) }
                return try permissions.forget(path) || !entries.isEmpty
            }
            guard isForgotten else { throw CommandFailure("There is no answer about \(path).") }
        default: preconditionFailure("there is no command \(arguments.command)")
        }
    }

    private static func printList(_ permissions: ProgramPermissions) throws {
        let entries = try MonitorsCommand.opened { try permissions.entries() }
        guard !entries.isEmpty else { return Terminal.out("No program has asked.") }
        for entry in entries {
            let accuracy = entry.decision.accuracy == .reducedAccuracy ? " (reduced accuracy)" : ""
            let word = entry.decision.grant == .undecided ? "asks" : entry.decision.grant.word
            Terminal.out("\(word)\(accuracy)  \(entry.program)".plain)
        }
    }

    private static func store(
        _ grant: AuthorizationDecision.Grant, _ arguments: ParsedArguments,
        in permissions: ProgramPermissions,
        accuracy: AccuracyAuthorization = .fullAccuracy
    ) throws {
        let path = try path(arguments)
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandFailure("\(path) is no program.", exitCode: 2)
        }
        let decision = AuthorizationDecision(grant, accuracy: accuracy, at: MachineClock().now)
        try MonitorsCommand.opened { try permissions.store(decision, about: path) }
    }

    /// The program as it identifies itself: absolute, and without symbolic links.
    private static func path(_ arguments: ParsedArguments) throws -> String {
        URL(fileURLWithPath: try arguments.text(program)).resolvingSymlinksInPath().path
    }
}
