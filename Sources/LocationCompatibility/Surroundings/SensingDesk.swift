import Conditions
import Monitoring
import Observations

/// Hands every observation to the monitors and managers of one device, in order.
actor SensingDesk {
    private struct Watching {
        weak let watch: ConditionWatch?
    }

    /// The regions of all managers.
    nonisolated let regions: RegionDesk
    private let folder: String?
    private let limit: ConditionLimit
    private var watchings: [Watching] = []

    init(folder: String?, limit: ConditionLimit, audience: Audience) {
        self.folder = folder
        self.limit = limit
        regions = RegionDesk(audience: audience, limit: limit)
    }

    /// Finds the regions of earlier runs.
    func begin() async { await regions.open(in: folder) }

    /// Lets everyone decide.
    func observe(_ observation: Observation) async {
        for watch in watches { await watch.observe(observation) }
        await regions.observe(observation)
    }

    /// Waits until each reader of events has handled what it can be told.
    func settle() async {
        for watch in watches { await watch.settle() }
    }

    /// Waits until the events of each open monitor are read.
    func whenRead() async {
        for watch in watches { await watch.turn.isTaken() }
    }

    /// Closes all stores.
    func close() async {
        for watch in watches { await watch.close() }
        await regions.close()
    }

    /// Opens a monitor under Apple's rules: what they forbid traps (LD16), what fails is told by events (L79).
    func watch(monitor name: String) async -> ConditionWatch {
        let watch = ConditionWatch(await openMonitor(name))
        watchings.removeAll { $0.watch == nil }
        watchings.append(Watching(watch: watch))
        return watch
    }

    private func openMonitor(_ name: String) async -> Monitor? {
        do throws(MonitorError) {
            return try await Monitor(name, in: folder, limit: limit)
        } catch {
            switch error {
            case .invalidName, .alreadyOpen: fatalError("\(error)")
            default: return nil
            }
        }
    }

    private var watches: [ConditionWatch] { watchings.compactMap(\.watch) }
}

extension Surroundings {
    /// Opens a monitor for ``CLMonitor``.
    func watch(monitor name: String) async -> ConditionWatch { await desk.watch(monitor: name) }
}
