import Beacons
import Conditions
import Dispatch
import Foundation
import Geodesy
import Monitoring
import Observations

/// Runs a body with a folder of its own, which is removed afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("monitoring-tests-\(UUID().uuidString)", isDirectory: true)
    defer {
        do { try FileManager.default.removeItem(at: folder) } catch {
            preconditionFailure("\(folder.path) cannot be removed: \(error)")
        }
    }
    // The monitor makes it.
    return try await body(folder.path + "/monitors")
}

/// Runs a body of many short steps on a thread of its own: in the pool of all tests it would wait before each of them for
/// whatever else is tested.
func onOwnThread(_ body: () async throws -> Void) async throws {
    try await withTaskExecutorPreference(OwnThread()) { try await body() }
}

private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "a test of many steps")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs a body with a monitor in a folder, and closes it.
func withMonitor<Result>(
    _ name: String = "work", in folder: String, limit: ConditionLimit = .unlimited,
    _ body: (Monitor) async throws -> Result
) async throws -> Result {
    let monitor = try await Monitor(name, in: folder, limit: limit)
    let result: Result
    do { result = try await body(monitor) } catch {
        await monitor.close()
        throw error
    }
    await monitor.close()
    return result
}

/// A moment, in seconds after the beginning of a test.
func moment(_ seconds: Int64) -> ObservationTime { ObservationTime(microseconds: seconds * 1_000_000) }

/// What is sensed in tests: beacons of one office, and fixes inside and outside one circle.
enum Sensed {
    static let uuid = ProximityUUID(high: 0x5AFE_0000_0000_4000, low: 0x8000_0000_0000_0001)
    static let phone = ObservationSource("phone")

    /// Every beacon of the office.
    static let office = Condition.beacon(BeaconIdentityCondition(uuid: uuid))

    /// The beacons of one site of the office.
    static func site(_ major: UInt16) -> Condition {
        .beacon(BeaconIdentityCondition(uuid: uuid, major: major))
    }

    static func beacon(_ major: UInt16, _ minor: UInt16 = 1, at seconds: Int64, rssi: Int8 = -60)
        -> Observation
    {
        let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
        return Observation(
            source: phone, time: moment(seconds),
            content: .sighting(BeaconSighting(identity: identity, measuredPower: -59, rssi: rssi)))
    }

    static func elapsed(_ seconds: Int64) -> Observation {
        Observation(source: phone, time: moment(seconds), content: .elapsed)
    }

    static func radio(_ state: RadioState, at seconds: Int64) -> Observation {
        Observation(source: phone, time: moment(seconds), content: .radio(state))
    }

    static func permission(_ permission: Permission, at seconds: Int64) -> Observation {
        Observation(source: phone, time: moment(seconds), content: .permission(permission))
    }
}

extension Monitor {
    /// Observes several things.
    func observeAll(_ observations: Observation...) async throws {
        for observation in observations { try await observe(observation) }
    }
}

extension Monitor.Events {
    /// The next so many events of a new iteration, the last one not acknowledged.
    func first(_ count: Int) async throws -> [Monitor.Event] {
        var iterator = makeAsyncIterator()
        var events: [Monitor.Event] = []
        while events.count < count, let event = try await iterator.next() { events.append(event) }
        return events
    }

    /// Everything that is there to be told now, all of it acknowledged.
    ///
    /// A probe reader could not tell that nothing follows; so the monitor is closed by the caller of `next`, and
    /// this collects until then.
    func untilClosed() async throws -> [Monitor.Event] {
        var events: [Monitor.Event] = []
        for try await event in self { events.append(event) }
        return events
    }
}

/// An event in short: what and how.
struct Told: Equatable, CustomStringConvertible {
    let identifier: String
    let state: ConditionState

    init(_ identifier: String, _ state: ConditionState) {
        self.identifier = identifier
        self.state = state
    }

    init(_ event: Monitor.Event) { self.init(event.identifier, event.state) }

    var description: String { "\(identifier) \(state)" }
}
