import Authorization
import Bluetooth
import Dispatch
import Foundation
import Machine
import Monitoring
import Observations

extension Surroundings {
    /// The surroundings of a program that installs none: this machine.
    ///
    /// They exist from their first use to the end of the process.
    static let ofMachine = makeForMachine()

    private static func makeForMachine() -> Surroundings {
        let environment = ProcessInfo.processInfo.environment
        let clock = MachineClock()
        let permission = MachinePermission()
        let box = WeakSurroundings()
        let adapter = environment[ThisProgram.adapterVariable].map { text in
            guard let adapter = Adapter(text) else {
                fatalError("\(ThisProgram.adapterVariable) is \(Adapter.forms), not \(text).")
            }
            return adapter
        }
        let radio = MachineRadio(
            adapter ?? .automatic, clock: clock,
            telling: { box.surroundings?.advertisingQueue.radioBecame($0) },
            take: { await box.surroundings?.observe($0) })
        let surroundings = Surroundings(
            ofMachine: radio, clock: clock, usage: .ofProgram, memory: permission.memory,
            isInUse: !ThisProgram.isInBackground)
        box.surroundings = surroundings
        // These tasks belong to the process: its radio, its questions and its time end with it.
        Task(executorPreference: .machine) { await radio.run() }
        Task(executorPreference: .machine) { await permission.run(surroundings.authority) }
        Task(executorPreference: .machine) {
            while true {
                // This task is never cancelled.
                try? await Task.sleep(for: RadioObservations.beat)
                permission.look(for: surroundings.authority)
                surroundings.enqueue { await $0.timePassed(to: clock.now) }
            }
        }
        surroundings.waitForBeginning()
        return surroundings
    }

    /// Waits until the regions of earlier runs are known, so that a program can read them at once.
    ///
    /// Core Location's managers are made without `await`. The stores have threads of their own, and the rest runs on the
    /// machine's executor, so no thread that this wait blocks is needed.
    private func waitForBeginning() {
        let semaphore = DispatchSemaphore(value: 0)
        enqueue { _ in semaphore.signal() }
        semaphore.wait()
    }
}

/// Lets the radio, which exists first, find the surroundings.
private final class WeakSurroundings: @unchecked Sendable {
    // Written once, before the radio's task begins.
    var surroundings: Surroundings?
}

/// Runs the tasks of the machine's surroundings on a thread of their own.
final class MachineExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "vicinity.machine")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension TaskExecutor where Self == MachineExecutor {
    /// The executor of this machine's surroundings.
    static var machine: MachineExecutor { MachineExecutor.shared }
}

extension MachineExecutor {
    fileprivate static let shared = MachineExecutor()
}

extension UsageDescriptions {
    /// The reasons in the program's own `Info.plist` under Apple's keys, and general ones in their place.
    ///
    /// A program on Linux usually has no such file, and its person shall be asked all the same.
    fileprivate static var ofProgram: UsageDescriptions {
        func text(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
        let general = "It senses beacons near this machine."
        return UsageDescriptions(
            whenInUse: text("NSLocationWhenInUseUsageDescription") ?? general,
            always: text("NSLocationAlwaysAndWhenInUseUsageDescription") ?? general,
            requiresExplicitSession: Bundle.main.object(
                forInfoDictionaryKey: "NSLocationRequireExplicitServiceSession") as? Bool ?? false)
    }
}
