public import Monitoring
public import Observations
import Synchronization

/// What a device senses, and what it may: where the names of Core Location have their observations from.
///
/// Whoever starts the program makes surroundings, says that they are the ones to use, and gives them observations: from a
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
    let desk: SensingDesk
    let audience: Audience
    private let steps: AsyncStream<Step>.Continuation

    typealias Step = @Sendable (SensingDesk) async -> Void

    /// Makes surroundings in which nothing has been sensed yet, and finds the regions of earlier runs.
    ///
    /// - Parameters:
    ///   - folder: Where monitors keep their stores; without one, the program's folder as `Monitor` has it.
    ///   - limit: How many conditions each monitor evaluates (LD3).
    public init(in folder: String? = nil, limit: ConditionLimit = .unlimited) async {
        let audience = Audience()
        let desk = SensingDesk(folder: folder, limit: limit, audience: audience)
        let (steps, sender) = AsyncStream<Step>.makeStream()
        self.audience = audience
        self.desk = desk
        self.steps = sender
        await desk.begin()
        // Apple's managers take orders from outside any task; this carries them out in their order, and ends with self.
        Task {
            for await step in steps { await step(desk) }
        }
    }

    deinit { steps.finish() }

    /// Queues something that the desk is to do after all before it.
    func enqueue(_ step: @escaping Step) { steps.yield(step) }

    /// Waits until the desk has done something, after all before it.
    func perform(_ step: @escaping Step) async {
        await withCheckedContinuation { continuation in
            let receipt = Receipt(continuation)
            steps.yield { desk in
                await step(desk)
                withExtendedLifetime(receipt) {}
            }
        }
    }
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
            fatalError("There are no surroundings: call Surroundings.use(_:) before Core Location's names are used.")
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
    /// Lets every monitor and manager decide what an observation changes, and returns when that is durable.
    ///
    /// What is told by then has not been handled yet; see ``settle()``.
    public func observe(_ observation: Observation) async {
        await perform { await $0.observe(observation) }
    }

    /// Waits until delegates and loops have handled all that they have been told.
    ///
    /// A loop that does not come back for its next event holds this up; one that has not begun does not, see
    /// ``whenRead()``. Do not wait for this in the handling of an event.
    public func settle() async {
        await perform { _ in }
        await audience.settle()
        await desk.settle()
        // What was handled may have led to orders, and those to calls.
        await perform { _ in }
        await audience.settle()
    }

    /// Waits until the events of each open ``CLMonitor`` are read, so that a simulation does not begin without its readers.
    public func whenRead() async { await desk.whenRead() }

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
