import Authorization
import Monitoring
import Observations
import Synchronization

/// A time that a test moves by hand.
final class Hand: Sendable {
    private let seconds = Mutex<Int64>(0)

    var time: ObservationTime { moment(seconds.withLock { $0 }) }

    func move(to second: Int64) { seconds.withLock { $0 = second } }
}

extension LocationAuthority {
    /// An authority whose time a hand moves, with what the person decided before.
    static func deciding(
        _ grant: AuthorizationDecision.Grant = .undecided,
        accuracy: AccuracyAuthorization = .fullAccuracy, isExplicit: Bool = false, isInUse: Bool = true,
        at hand: Hand = Hand()
    ) -> LocationAuthority {
        let usage = UsageDescriptions(
            whenInUse: "For the menu.", always: "For the door.",
            temporaryFullAccuracy: ["door": "Which door?"], requiresExplicitSession: isExplicit)
        let memory = AuthorizationMemory(decision: AuthorizationDecision(grant, accuracy: accuracy))
        return LocationAuthority(usage, recalling: memory, isInUse: isInUse) { hand.time }
    }
}

/// Runs a body with a monitor that asks an authority, in a folder of its own.
func withMonitor<Result>(
    asking authority: LocationAuthority, _ body: (Monitor) async throws -> Result
) async throws -> Result {
    try await withFolder { folder in
        let monitor = try await Monitor("work", in: folder, authority: authority)
        let result: Result
        do { result = try await body(monitor) } catch {
            await monitor.close()
            throw error
        }
        await monitor.close()
        return result
    }
}

extension Monitor.Events {
    /// Everything until the reading ends.
    func all() async throws -> [Monitor.Event] {
        var all: [Monitor.Event] = []
        for try await event in self { all.append(event) }
        return all
    }
}
