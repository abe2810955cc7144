import Authorization
import Bluetooth
import Dispatch
import Foundation
import Machine
import Monitoring
import Observations
import Processes

extension Surroundings {
    /// The surroundings of a program that installs none: this machine.
    ///
    /// They exist from their first use to the end of the process.
    static let ofMachine = makeForMachine()

    private static func makeForMachine() -> Surroundings {
        let clock = MachineClock()
        let permission = MachinePermission()
        let box = WeakSurroundings()
        let radio = MachineRadio(
            chosenAdapter(), clock: clock,
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

    /// The adapter that the environment names; `nil` when it names none that can be, which is reported.
    private static func chosenAdapter() -> Adapter? {
        guard let text = ProcessInfo.processInfo.environment[ThisProgram.adapterVariable] else {
            return .automatic
        }
        if let adapter = Adapter(text) { return adapter }
        let sentence =
            "\(ThisProgram.adapterVariable) is \(Adapter.forms), not \(text). No radio is used.\n"
        FileHandle.standardError.write(Data(sentence.utf8))
        return nil
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
    /// The reasons in the program's own `Info.plist` under Apple's keys; general ones where it has none.
    ///
    /// Programs on Linux usually have no such file, and must be able to ask.
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
