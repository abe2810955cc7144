public import Authorization
public import Foundation
public import Monitoring
public import Observations
import Synchronization

/// What a device senses and is allowed to sense: the source of observations for Core Location's names.
///
/// The start of the program makes surroundings, installs them, and gives them observations: from a
/// simulation, a recording or a radio. Without surroundings no monitor and no manager can be made.
///
/// ```swift
/// let surroundings = await Surroundings(in: folder)
/// Surroundings.use(surroundings)
/// try await surroundings.play(day)
/// ```
///
/// A process that ends without ``close()`` loses nothing that its monitors knew.
public final class Surroundings: Sendable {
    /// Whether the program may sense; the host answers its questions, and says when the program is in use.
    ///
    /// Its time is that of the newest observation (LD15).
    public let authority: LocationAuthority
    let sensing: DeviceSensing
    let audience: Audience
    let advertisingQueue: AdvertisingQueue
    private let steps: AsyncStream<Step>.Continuation
    private let stepCount = Mutex(0)

    typealias Step = @Sendable (DeviceSensing) async -> Void

    /// Makes surroundings in which nothing has been sensed yet, and finds the regions of earlier runs.
    ///
    /// - Parameters:
    ///   - folder: Where monitors keep their stores; without one, the program's folder as `Monitor` has it.
    ///   - start: The time until the first observation.
    ///   - usage: What the program says it needs positions for; without it the person is not asked (L88).
    ///   - memory: What the run before left in `authority.memory`.
    ///   - isInUse: Whether the program begins in the foreground.
    ///   - limit: How many conditions and regions all monitors and managers evaluate together (L47, LD3).
    ///   - transmitter: What sends the device's own beacon frame; without one it cannot advertise.
    public init(
        in folder: String? = nil, from start: ObservationTime, usage: UsageDescriptions,
        recalling memory: AuthorizationMemory = AuthorizationMemory(), isInUse: Bool = true,
        limit: ConditionLimit = .unlimited, transmitter: Transmitter? = nil
    ) async {
        let time = ObservedTime(start)
        let authority = LocationAuthority(usage, recalling: memory, isInUse: isInUse) { time.now }
        let audience = Audience()
        let advertisingQueue = AdvertisingQueue(transmitter)
        let sensing = DeviceSensing(
            stores: MonitorStores(folder: folder, limit: limit, authority: authority), time: time,
            audience: audience, advertisingQueue: advertisingQueue)
        let (steps, sender) = AsyncStream<Step>.makeStream()
        self.authority = authority
        self.audience = audience
        self.advertisingQueue = advertisingQueue
        self.sensing = sensing
        self.steps = sender
        await sensing.begin()
        // Apple's managers take orders from outside any task; this carries them out in their order, and ends with self.
        Task {
            for await step in steps { await step(sensing) }
        }
        // Managers hear of every change, also of one that comes with no observation; this ends with self, too.
        let circumstances = authority.stream {
            AuthorityCircumstances(state: $0.state, prompt: $0.prompt, isInUse: $0.isInUse)
        }
        Task {
            for await _ in circumstances { sender.yield { await $0.tellAuthority() } }
        }
    }

    deinit { steps.finish() }

    /// Queues something that the sensing is to do after all before it.
    func enqueue(_ step: @escaping Step) {
        stepCount.withLock { $0 += 1 }
        steps.yield(step)
    }

    /// Waits until the sensing has done something, after all before it.
    func perform(_ step: @escaping Step) async {
        await withCheckedContinuation { continuation in
            let receipt = Receipt(continuation)
            steps.yield { sensing in
                await step(sensing)
                withExtendedLifetime(receipt) {}
            }
        }
    }

    /// Lets managers hear what is allowed, after something that may have changed it.
    func authorityMayHaveChanged() { enqueue { await $0.tellAuthority() } }
}

/// What managers hear of an authority.
private struct AuthorityCircumstances: Hashable, Sendable {
    var state: AuthorizationState
    var prompt: AuthorizationPrompt?
    var isInUse: Bool
}

// Which surroundings are used.
extension Surroundings {
    @TaskLocal private static var ofTask: Surroundings?
    private static let ofProcess = Mutex<Surroundings?>(nil)

    /// The surroundings that monitors and managers made now belong to.
    ///
    /// It traps when there are none: a program that senses nothing and does not know would wait for ever.
    public static var current: Surroundings {
        guard let current = ofTask ?? ofProcess.withLock({ $0 }) else {
            fatalError(
                "There are no surroundings: call Surroundings.use(_:) before Core Location's names are used.")
        }
        return current
    }

    /// Makes surroundings the ones of this process; `nil` for none.
    public static func use(_ surroundings: Surroundings?) {
        ofProcess.withLock { $0 = surroundings }
    }

    /// Makes surroundings the ones of an operation and of the tasks that it starts, such as one of several devices.
    public static func using<Result, Failure: Error>(
        _ surroundings: Surroundings, _ operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do {
            return try await $ofTask.withValue(surroundings, operation: operation)
        } catch let failure as Failure {
            throw failure
        } catch {
            preconditionFailure("\(error) is not what the operation throws")
        }
    }
}

// Observations.
extension Surroundings {
    /// The time of the newest observation, by which everything here goes (LD15).
    public var now: Date { Date(sensing.time.now) }

    /// Lets every monitor and manager decide what an observation changes, and returns when that is durable.
    ///
    /// The events are sent by then and not handled yet; see ``settle()``.
    public func observe(_ observation: Observation) async {
        await perform { await $0.observe(observation) }
    }

    /// Waits until delegates and loops have handled all that was sent, and what follows from that.
    ///
    /// A loop that does not come back for its next event holds this up; one that has not begun does not, see
    /// ``whenRead()``. Do not wait for this in the handling of an event.
    public func settle() async {
        var seen: Int
        repeat {
            seen = stepCount.withLock { $0 }
            await perform { await $0.tellAuthority() }
            await audience.settle()
            await advertisingQueue.settle()
            await sensing.settle()
        } while seen != stepCount.withLock { $0 }
    }

    /// Waits until the events of each open ``CLMonitor`` are read, so that a simulation does not begin without its readers.
    public func whenRead() async { await sensing.whenRead() }

    /// Observes everything in a collection or a simulation, in its order; each time, waits until it has been handled.
    public func play(_ observations: some Sequence<Observation>) async {
        for observation in observations {
            await observe(observation)
            await settle()
        }
    }

    /// Closes all monitors, as the end of the process would, so that they can be opened again.
    public func close() async {
        await perform { await $0.close() }
    }
}
