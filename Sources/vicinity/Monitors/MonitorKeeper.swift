import Authorization
import Foundation
import Machine
import Monitoring
import Observations
import Processes

/// Holds the monitors of programs that do not run, evaluates observations, and starts programs that have events.
///
/// The store of a monitor has one owner at a time: this service, or the program. What the service has evaluated is in the
/// store before it lets go of it, and the program acknowledges its events there. So no event is lost or given twice, even
/// if one of them is killed (LD2, LD9).
actor MonitorKeeper {
    /// How often requests of programs are looked for; a program waits that long for its monitor.
    private static let pause = Duration.milliseconds(100)
    /// How often stores that programs have, and the files of the person, are looked at.
    private static let ticksToLook = 10

    private let programs: BackgroundPrograms
    private let permissions: ProgramPermissions
    private var kept: [BackgroundPrograms.Entry: KeptMonitor] = [:]
    private var started: [ProgramStart.Key: ProgramStart] = [:]
    private var entries: [BackgroundPrograms.Entry] = []
    private var trouble: Set<String> = []
    private var missing = MissingPrograms()
    /// The newest report about the radio, for monitors that are taken later.
    private var radio: Observation?
    private let clock: MachineClock

    init(programs: BackgroundPrograms, permissions: ProgramPermissions, clock: MachineClock) {
        self.programs = programs
        self.permissions = permissions
        self.clock = clock
    }

    /// Looks after the monitors until the task is cancelled.
    func run() async throws {
        var tick = 0
        while true {
            if tick % Self.ticksToLook == 0 { await look() }
            await release()
            tick += 1
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Evaluates an observation, and starts the programs that have events then.
    func observe(_ observation: Observation) async {
        if case .radio = observation.content { radio = observation }
        for (entry, monitor) in kept {
            guard kept[entry] === monitor else { continue }
            let hasNews = await monitor.observe(observation)
            // Meanwhile the program may have asked for it.
            if hasNews, kept[entry] === monitor { await start(entry) }
        }
    }

    /// Closes all monitors.
    func close() async {
        for monitor in kept.values { await monitor.close() }
        kept = [:]
    }

    /// Lets go of the monitors for which their programs ask.
    private func release() async {
        for (entry, monitor) in kept where StoreHandOver.isRequested(entry.monitor, in: entry.stores) {
            kept[entry] = nil
            await monitor.close()
        }
    }

    /// Reads the person's files, drops what is stale, and takes the monitors whose programs do not run.
    private func look() async {
        do throws(StateFolder.Failure) {
            entries = try programs.entries()
            let gone = missing.look(Set(entries.filter { !$0.isPresent }), at: .now)
            if !gone.isEmpty { try programs.remove(gone) }
            let allowed = Set(
                try permissions.entries().filter { $0.decision.grant == .always }.map(\.program))
            entries.removeAll { gone.contains($0) || !allowed.contains($0.executable) }
        } catch {
            report("\(error.path) cannot be used: \(error.reason). No program is watched.")
            entries = []
        }
        for (entry, monitor) in kept where !entries.contains(entry) {
            kept[entry] = nil
            await monitor.close()
        }
        for entry in entries where kept[entry] == nil { await take(entry) }
        // A program that left its event behind gets another start.
        for (entry, monitor) in kept where await monitor.hasNews && kept[entry] === monitor {
            await start(entry)
        }
    }

    private func take(_ entry: BackgroundPrograms.Entry) async {
        guard !StoreHandOver.isRequested(entry.monitor, in: entry.stores),
            !(started[ProgramStart.Key(entry)]?.isRunning ?? false), KeptMonitor.hasStore(entry)
        else { return }
        do throws(MonitorError) {
            guard let monitor = try await KeptMonitor(entry) else { return }
            kept[entry] = monitor
            if await !monitor.hasNews { started[ProgramStart.Key(entry)]?.settled() }
            if var radio {
                // The program may have stored later observations than this report.
                radio.time = clock.now
                await monitor.observe(radio)
            }
        } catch {
            // A program that runs has its store.
            if case .alreadyOpen = error { return }
            report("The monitor \(entry.monitor) of \(entry.executable): \(error)")
        }
    }

    /// Starts the program of a monitor, after it has got all of its monitors.
    private func start(_ entry: BackgroundPrograms.Entry) async {
        let key = ProgramStart.Key(entry)
        let start = started[key] ?? ProgramStart()
        started[key] = start
        guard start.begin() else { return }
        guard entry.isPresent else {
            // Its event waits for it.
            start.ended()
            return report("\(entry.executable) is missing. It is started when it is there again.")
        }
        guard entry.isTrusted else {
            start.ended()
            return report(
                "\(entry.executable) is not started: it must be yours or the system's, and only its owner may write it."
            )
        }
        for (other, monitor) in kept where ProgramStart.Key(other) == key {
            kept[other] = nil
            await monitor.close()
        }
        do { try start.run(entry) } catch { report("\(entry.executable) cannot be started: \(error)") }
    }

    /// Reports each trouble once.
    private func report(_ sentence: String) {
        if trouble.insert(sentence).inserted { Terminal.error(sentence) }
    }
}

/// A monitor that the service has open in the place of its program.
private final class KeptMonitor: Sendable {
    private let monitor: Monitor
    private let keeper: StoreHandOver.Keeper

    /// Whether the program still has a store for the monitor; the service makes none.
    static func hasStore(_ entry: BackgroundPrograms.Entry) -> Bool {
        FileManager.default.fileExists(atPath: entry.stores + "/" + entry.monitor + ".monitor")
    }

    /// Opens the monitor; `nil` when another service has it.
    init?(_ entry: BackgroundPrograms.Entry) async throws(MonitorError) {
        // First the sign, and then the store: a program that finds the store open knows whom to ask.
        guard let keeper = StoreHandOver.Keeper(entry.monitor, in: entry.stores) else { return nil }
        monitor = try await Monitor(entry.monitor, in: entry.stores)
        self.keeper = keeper
    }

    var hasNews: Bool {
        get async { await monitor.hasNews() }
    }

    /// Evaluates an observation; returns whether the program has an event.
    @discardableResult func observe(_ observation: Observation) async -> Bool {
        // A store that fails has its reason for the program, too.
        try? await monitor.observe(observation)
        return await monitor.hasNews()
    }

    func close() async { await monitor.close() }
}
