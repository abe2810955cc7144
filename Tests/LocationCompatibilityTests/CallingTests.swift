import Dispatch
import LocationCompatibility
import Monitoring
import Testing

/// Where delegates are called (LD19).
@Suite(.timeLimit(.minutes(1))) struct CallingTests {
    /// Names the queue that a call comes on.
    private static let name = DispatchSpecificKey<String>()

    /// An executor with a queue of its own.
    private final class Queue: SerialExecutor {
        private let queue = DispatchQueue(label: "where a manager is called")

        init() { queue.setSpecific(key: name, value: "queue") }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    /// Keeps which queue each call came on.
    private final class Witness: CLLocationManagerDelegate {
        private(set) var calls: [String] = []

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { note("allowed") }

        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            note("told")
        }

        private func note(_ call: String) {
            calls.append("\(call) \(DispatchQueue.getSpecific(key: name) ?? "elsewhere")")
        }
    }

    private actor Worker {
        private nonisolated let queue = Queue()
        private let witness = Witness()
        private var manager: CLLocationManager?

        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
        var calls: [String] { witness.calls }

        func begin() {
            let manager = CLLocationManager(callingOn: self)
            manager.delegate = witness
            manager.startUpdatingLocation()
            self.manager = manager
        }
    }

    @Test func `LD19: a manager of another actor calls its delegate there`() async {
        let surroundings = await Device.surroundings(in: Device.newFolder())
        await Surroundings.using(surroundings) {
            let worker = Worker()
            await worker.begin()
            await surroundings.play(Scene.fix(at: Scene.entrance, 0))
            #expect(await worker.calls == ["allowed queue", "told queue"])
        }
    }

    @MainActor @Test func `LD19: a manager of no other actor calls its delegate on the main actor`() async {
        DispatchQueue.main.setSpecific(key: Self.name, value: "main")
        let surroundings = await Device.surroundings(in: Device.newFolder())
        await Surroundings.using(surroundings) {
            let witness = Witness()
            let manager = CLLocationManager()
            manager.delegate = witness
            manager.startUpdatingLocation()
            await surroundings.play(Scene.fix(at: Scene.entrance, 0))
            #expect(witness.calls == ["allowed main", "told main"])
        }
    }
}
