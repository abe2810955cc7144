import Authorization
import Bluetooth
import CommandLineArguments
import Foundation
import JSON
import Machine
import Processes

/// Watches the monitors of the person's programs, and starts a program when it has an event.
enum MonitorsCommand {
    private static let run = Command(
        "run", "Watches the monitors of programs that do not run, and starts a program when it has an event.",
        discussion: [
            "It watches the monitors of each program that may always use the location, and that has opened a monitor once. A "
                + "program that is started by hand gets its monitors at once, and keeps them as long as it runs.",
            "The service vicinity-monitors runs it while you are signed in: systemctl --user enable --now "
                + "vicinity-monitors. Programs are started with VICINITY_BACKGROUND=1. Only your own programs and those of "
                + "the system are started, and none that others may write.",
            "Through BlueZ, it and the programs share the adapter. Without BlueZ, an adapter has one user at a time.",
        ],
        options: [RadioOptions.adapter])
    private static let list = Command(
        "list", "Lists the monitors, their programs, and what those are permitted.")

    static let command = Command(
        "monitors", "Keeps the monitors of programs alive while the programs do not run.",
        commands: [run, list])

    static func run(_ arguments: ParsedArguments) async throws {
        signal(SIGPIPE, SIG_IGN)
        switch arguments.command.last {
        case run.name: try await watch(try RadioOptions.adapter(arguments))
        case list.name: try printList()
        default: preconditionFailure("there is no command \(arguments.command)")
        }
    }

    private static func watch(_ adapter: Adapter) async throws {
        let clock = MachineClock()
        let keeper = MonitorKeeper(
            programs: try opened { try BackgroundPrograms() },
            permissions: try opened { try ProgramPermissions() }, clock: clock)
        let signals = SignalArrivals(of: SignalArrivals.termination)
        // It receives signals only while it is alive.
        defer { withExtendedLifetime(signals) {} }
        let arrivals = signals.arrivals
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in arrivals { return } }
            group.addTask {
                await RadioObservations(adapter, clock: clock).run(onChange: { Terminal.error($0.sentence()) }
                ) {
                    await keeper.observe($0)
                }
            }
            group.addTask { try await keeper.run() }
            defer { group.cancelAll() }
            // A signal ends the parts; none of them ends by itself.
            try await group.next()
        }
        await keeper.close()
    }

    private static func printList() throws {
        let permissions = try opened { try ProgramPermissions().entries() }
        let entries = try opened { try BackgroundPrograms().entries() }
        guard !entries.isEmpty else { return Terminal.out("No program is registered.") }
        for entry in entries {
            let grant = permissions.last { $0.program == entry.executable }?.decision.grant ?? .undecided
            let state =
                StoreHandOver.isKept(entry.monitor, in: entry.stores) ? "watched" : "not watched"
            let trouble = entry.isPresent ? "" : "; the program is missing"
            Terminal.out("\(entry.monitor)  \(state)  \(grant.word)  \(entry.executable)\(trouble)".plain)
        }
    }

    /// Turns a folder or a file that cannot be used into a sentence.
    static func opened<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as StateFolder.Failure {
            throw CommandFailure("\(failure.path) cannot be used: \(failure.reason).")
        }
    }
}
