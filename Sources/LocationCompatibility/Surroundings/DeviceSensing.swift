import Authorization
import Monitoring
import Observations

/// Hands every observation to the monitors and managers of one device, in order.
actor DeviceSensing {
    private struct Watching {
        weak let watch: ConditionWatch?
    }

    /// The regions of all managers.
    nonisolated let regions: RegionMonitoring
    /// How near beacons are.
    nonisolated let ranging: BeaconRanging
    /// Where the device is.
    nonisolated let live: LiveUpdates
    private let stores: MonitorStores
    nonisolated let time: ObservedTime
    private let audience: Audience
    private let advertisingQueue: AdvertisingQueue
    private var watchings: [Watching] = []
    private var wasInUse = true
    /// Who waits for an answer about full accuracy, and to which question.
    private var accuracyQuestions: [AccuracyQuestion] = []

    private struct AccuracyQuestion {
        let prompt: AuthorizationPrompt
        let answer: @Sendable ((any Error)?) -> Void
    }

    init(stores: MonitorStores, time: ObservedTime, audience: Audience, advertisingQueue: AdvertisingQueue) {
        self.stores = stores
        self.time = time
        self.audience = audience
        self.advertisingQueue = advertisingQueue
        regions = RegionMonitoring(audience: audience, stores: stores)
        ranging = BeaconRanging(authority: stores.authority)
        live = LiveUpdates(authority: stores.authority)
    }

    /// Finds the regions of earlier runs.
    func begin() async { await regions.open() }

    /// Lets everyone decide.
    func observe(_ observation: Observation) async {
        time.advance(to: observation.time)
        await tellAuthority()
        if case .radio(let state) = observation.content { advertisingQueue.radioBecame(state) }
        for watch in watches { await watch.observe(observation) }
        await regions.observe(observation)
        ranging.observe(observation)
        let (update, latest) = (live.take(observation), live.latest)
        for client in audience.clients {
            client.deliver {
                $0.observed(update, latest: latest, from: observation.source, at: observation.time)
            }
        }
    }

    /// Sends a manager that begins to want positions the reason when it cannot have any.
    func beginPositions(for client: Client) async {
        await tellAuthority()
        guard let absence = live.absence, absence.locationUnavailable else { return }
        client.deliver { $0.failed(absence) }
    }

    /// Waits until each reader of events has handled the events that it can get.
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
        live.finish()
        for question in accuracyQuestions { question.answer(CLError(.promptDeclined)) }
        accuracyQuestions = []
    }

    /// Opens a monitor under Apple's rules: what they forbid traps (LD16), and events report what fails (L79).
    func watch(monitor name: String) async -> ConditionWatch {
        let watch = ConditionWatch(await openMonitor(name))
        watchings.removeAll { $0.watch == nil }
        watchings.append(Watching(watch: watch))
        return watch
    }

    private func openMonitor(_ name: String) async -> Monitor? {
        do throws(MonitorError) {
            return try await stores.monitor(name)
        } catch {
            switch error {
            case .invalidName, .alreadyOpen: fatalError("\(error)")
            default: return nil
            }
        }
    }

    private var watches: [ConditionWatch] { watchings.compactMap(\.watch) }
}

// What is allowed.
extension DeviceSensing {
    /// Tells managers what is allowed where they do not know it, and callers that asked their answer; outside the
    /// foreground nothing is advertised (L147).
    func tellAuthority() async {
        await tellUse()
        let authorization = stores.authority.authorization
        for client in audience.clients { client.tell(authorization) }
        await regions.follow(authorization)
        let prompt = stores.authority.prompt
        for question in accuracyQuestions where question.prompt != prompt { question.answer(nil) }
        accuracyQuestions.removeAll { $0.prompt != prompt }
    }

    private func tellUse() async {
        let isInUse = stores.authority.isInUse
        defer { wasInUse = isInUse }
        if !isInUse { advertisingQueue.silence() }
        if isInUse, !wasInUse { await regions.tellDisplayed() }
    }

    /// Asks for full accuracy, and answers when the question has been settled (L96).
    func askForFullAccuracy(purpose: String, answer: @escaping @Sendable ((any Error)?) -> Void) {
        do {
            try stores.authority.requestTemporaryFullAccuracy(purpose: purpose)
        } catch {
            return answer(CLError(error == .notAuthorized ? .denied : .promptDeclined))
        }
        guard let prompt = stores.authority.prompt else { return answer(nil) }
        accuracyQuestions.append(AccuracyQuestion(prompt: prompt, answer: answer))
    }
}

extension Surroundings {
    /// Opens a monitor for ``CLMonitor``.
    func watch(monitor name: String) async -> ConditionWatch { await sensing.watch(monitor: name) }
}
