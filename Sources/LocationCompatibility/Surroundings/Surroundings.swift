public import Authorization
public import Foundation
public import Monitoring
public import Observations
import Machine
import Synchronization

/// The observations and permissions of a device, for the programs that use Core Location's names.
///
/// A program that makes none gets those of this machine: its Bluetooth adapter, its clock, and the permission of the
/// person who uses it. For a simulation or a recording, the program makes surroundings when it starts, installs them,
/// and passes them observations.
///
/// ```swift
/// let surroundings = await Surroundings(in: folder)
/// Surroundings.use(surroundings)
/// try await surroundings.play(day)
/// ```
///
/// A process that ends without ``close()`` loses no state of its monitors.
public final class Surroundings: Sendable {
    /// Decides whether the program may sense; the host answers its questions, and reports when the program is
    /// in use.
    ///
    /// Its time is that of the newest observation (LD15).
    public let authority: LocationAuthority
    let sensing: DeviceSensing
    let audience: Audience
    let advertisingQueue: AdvertisingQueue
    /// The radio of this machine; `nil` for devices whose observations come from elsewhere.
    let radio: MachineRadio?
    private let steps: AsyncStream<Step>.Continuation
    private let stepCount = Mutex(0)

    typealias Step = @Sendable (DeviceSensing) async -> Void

    /// Makes surroundings without observations, and opens the regions of earlier runs.
    ///
    /// - Parameters:
    ///   - folder: The folder of the monitors' stores; by default, the program's folder as for `Monitor`.
    ///   - start: The time until the first observation.
    ///   - usage: The program's reasons for using positions; without them, the person is not asked (L88).
    ///   - memory: The `authority.memory` of the previous run.
    ///   - isInUse: Whether the program starts in the foreground.
    ///   - limit: The limit on conditions and regions of all monitors and managers together (L47, LD3).
    ///   - transmitter: Sends the device's own beacon frame; without one, the device cannot advertise.
    public convenience init(
        in folder: String? = nil, from start: ObservationTime, usage: UsageDescriptions,
        recalling memory: AuthorizationMemory = AuthorizationMemory(), isInUse: Bool = true,
        limit: ConditionLimit = .unlimited, transmitter: Transmitter? = nil
    ) async {
        self.init(
            folder: folder, from: start, usage: usage, memory: memory, isInUse: isInUse, limit: limit,
            advertisingQueue: AdvertisingQueue(transmitter), radio: nil, background: nil, on: nil)
        await perform { _ in }
    }

    /// Makes the surroundings of this machine; the regions of earlier runs are opened afterwards.
    convenience init(
        ofMachine radio: MachineRadio, clock: MachineClock, usage: UsageDescriptions,
        memory: AuthorizationMemory, isInUse: Bool
    ) {
        self.init(
            folder: nil, from: clock.now, usage: usage, memory: memory, isInUse: isInUse, limit: .unlimited,
            advertisingQueue: AdvertisingQueue(Transmitter { radio.advertise($0) }, of: .machine),
            radio: radio,
            background: BackgroundRegistration(), on: .machine)
    }

    private init(
        folder: String?, from start: ObservationTime, usage: UsageDescriptions, memory: AuthorizationMemory,
        isInUse: Bool, limit: ConditionLimit, advertisingQueue: AdvertisingQueue, radio: MachineRadio?,
        background: BackgroundRegistration?, on executor: MachineExecutor?
    ) {
        let time = ObservedTime(start)
        let authority = LocationAuthority(usage, recalling: memory, isInUse: isInUse) { time.now }
        let audience = Audience()
        let sensing = DeviceSensing(
            stores: MonitorStores(folder: folder, limit: limit, authority: authority, background: background),
            time: time,
            audience: audience, advertisingQueue: advertisingQueue)
        let (steps, sender) = AsyncStream<Step>.makeStream()
        self.authority = authority
        self.audience = audience
        self.advertisingQueue = advertisingQueue
        self.sensing = sensing
        self.steps = sender
        self.radio = radio
        // Apple's managers take orders from outside all tasks. This task carries them out in order, and ends
        // with self.
        Task(executorPreference: executor) {
            await sensing.begin()
            for await step in steps { await step(sensing) }
        }
        // Managers are told about every change, even without an observation; this task also ends with self.
        let circumstances = authority.stream {
            AuthorityCircumstances(state: $0.state, prompt: $0.prompt, isInUse: $0.isInUse)
        }
        Task(executorPreference: executor) {
            for await _ in circumstances { sender.yield { await $0.tellAuthority() } }
        }
    }

    deinit { steps.finish() }

    /// Queues a step for the sensing, after all earlier steps.
    func enqueue(_ step: @escaping Step) {
        stepCount.withLock { $0 += 1 }
        steps.yield(step)
    }

    /// Waits until the sensing has carried out a step, after all earlier steps.
    func perform(_ step: @escaping Step) async {
        await withCheckedContinuation { continuation in
            let receipt = Receipt(continuation)
            steps.yield { sensing in
                await step(sensing)
                withExtendedLifetime(receipt) {}
            }
        }
    }

    /// Tells managers the authorisation, after a call that may have changed it.
    func authorityMayHaveChanged() { enqueue { await $0.tellAuthority() } }
}

/// The part of an authority's state that managers are told.
private struct AuthorityCircumstances: Hashable, Sendable {
    var state: AuthorizationState
    var prompt: AuthorizationPrompt?
    var isInUse: Bool
}

// Installed surroundings.
extension Surroundings {
    @TaskLocal private static var ofTask: Surroundings?
    private static let ofProcess = Mutex<Surroundings?>(nil)

    /// The surroundings that new monitors and managers belong to; without installed ones, this machine.
    ///
    /// On this machine, beacons come from its Bluetooth adapter, monitors are stored in the program's state folder,
    /// and the person's permission comes from their file and their terminal. There are no positions. Without an
    /// adapter, managers answer as on a phone without the hardware.
    public static var current: Surroundings { ofTask ?? ofProcess.withLock { $0 } ?? ofMachine }

    /// Installs surroundings for this process; `nil` for this machine.
    public static func use(_ surroundings: Surroundings?) {
        ofProcess.withLock { $0 = surroundings }
    }

    /// Sets the surroundings for an operation and the tasks that it starts, for example one of several
    /// devices.
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
    /// The time of the newest observation; all services use this time (LD15).
    public var now: Date { Date(sensing.time.now) }

    /// Passes an observation to all monitors and managers, and returns when the changes are durable.
    ///
    /// The events have been sent by then, but not handled; see ``settle()``.
    public func observe(_ observation: Observation) async {
        await perform { await $0.observe(observation) }
    }

    /// Waits until delegates and loops have handled all sent events, and the consequences of that.
    ///
    /// A loop that does not ask for its next event delays this; a loop that has not begun does not, see
    /// ``whenRead()``. Do not call this in the handling of an event.
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

    /// Waits until each open ``CLMonitor`` has a reader, so that a simulation does not begin without readers.
    public func whenRead() async { await sensing.whenRead() }

    /// Observes a collection or a simulation in its order, and waits after each observation until it has been
    /// handled.
    public func play(_ observations: some Sequence<Observation>) async {
        for observation in observations {
            await observe(observation)
            await settle()
        }
    }

    /// Closes all monitors as the end of the process would, so that they can be opened again.
    public func close() async {
        await perform { await $0.close() }
    }
}
