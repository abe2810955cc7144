import Authorization
import Monitoring
import Observations

/// Passes every observation to the monitors and managers of one device, in order.
actor DeviceSensing {
    private struct Watching {
        weak let watch: ConditionWatch?
    }

    /// The regions of all managers.
    nonisolated let regions: RegionMonitoring
    /// The ranging of beacons.
    nonisolated let ranging: BeaconRanging
    /// The positions of the device.
    nonisolated let live: LiveUpdates
    private let stores: MonitorStores
    nonisolated let time: ObservedTime
    private let audience: Audience
    private let advertisingQueue: AdvertisingQueue
    private var watchings: [Watching] = []
    private var wasInUse = true
    /// The callers that wait for an answer about full accuracy, with their questions.
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

    /// Opens the regions of earlier runs.
    func begin() async { await regions.open() }

    /// Passes an observation to all monitors and managers.
    func observe(_ observation: Observation) async {
        time.advance(to: observation.time)
        await tellAuthority()
        if case .radio(let state) = observation.content { advertisingQueue.observed(state) }
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

    /// Records that time has passed in which nothing need have been observed.
    func timePassed(to now: ObservationTime) async {
        time.advance(to: now)
        await tellAuthority()
    }

    /// Sends a manager that starts positions the reason if there can be none.
    func beginPositions(for client: Client) async {
        await tellAuthority()
        guard let absence = live.absence, absence.locationUnavailable else { return }
        client.deliver { $0.failed(absence) }
    }

    /// Waits until each reader of events has handled all available events.
    func settle() async {
        for watch in watches { await watch.settle() }
    }

    /// Waits until each open monitor has a reader.
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

    /// Opens a monitor under Apple's rules: forbidden calls trap (LD16), and events report failures
    /// (L79).
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

// Authorisation.
extension DeviceSensing {
    /// Sends managers a new authorisation, and callers their answers.
    ///
    /// Outside the foreground, it also stops advertising (L147).
    func tellAuthority() async {
        await tellUse()
        let authorization = stores.authority.authorization
        stores.background?.follow(authorization.status)
        if !regions.registrations.isEmpty { stores.background?.hasRegions() }
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

    /// Asks for full accuracy, and calls back when the question has been settled (L96).
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
