import Authorization
import Conditions
import Monitoring
import Observations
import Synchronization

/// Monitors the regions of all managers in one separate monitor, and calls the delegates.
///
/// Only that monitor stores regions, so regions and their states outlive the process (L116).
actor RegionMonitoring {
    /// The name of the monitor.
    static let monitorName = "CLLocationManager regions"

    private let audience: Audience
    private let stores: MonitorStores
    private var monitor: Monitor?
    /// Regions whose state became unknown; a return to the same state is reported without an event (L122).
    private var lost: Set<String> = []
    /// Allows monitoring of regions in the background if the person allows always, as the delegate API
    /// promises (L75).
    private var always: ServiceSession?
    private nonisolated let registered = Mutex<Set<RegionRegistration>>([])

    init(audience: Audience, stores: MonitorStores) {
        self.audience = audience
        self.stores = stores
    }

    /// All regions, including those of earlier runs (L116), but without the effects of pending orders (L118).
    nonisolated var registrations: Set<RegionRegistration> { registered.withLock { $0 } }

    /// Opens the monitor; if that fails, every registration fails.
    func open() async {
        do { monitor = try await stores.monitor(Self.monitorName) } catch { monitor = nil }
        await takeStock()
    }

    /// Closes the monitor.
    func close() async { await monitor?.close() }

    private func takeStock() async {
        var found: Set<RegionRegistration> = []
        for key in await monitor?.identifiers ?? [] {
            guard let registration = await registration(of: key) else { continue }
            found.insert(registration)
        }
        registered.withLock { $0 = found }
    }

    private func registration(of key: String) async -> RegionRegistration? {
        guard let record = await monitor?.record(for: key) else { return nil }
        return RegionRegistration(key: key, condition: record.condition)
    }
}

// Orders.
extension RegionMonitoring {
    /// Registers a region, and replaces an existing one of the same kind and identifier (L117).
    ///
    /// An identical region that is already monitored keeps its state. So a program that registers its regions
    /// at each start learns of the changes in between.
    func start(_ registration: RegionRegistration, for client: Client) async {
        let isNew = !registrations.contains(registration)
        if isNew {
            guard await add(registration) else {
                return refuse(registration, .regionMonitoringFailure, to: client)
            }
        }
        client.tell { $0.locationManager($1, didStartMonitoringFor: registration.region) }
        if stores.authority.authorization.status.isRefusal {
            refuse(registration, .regionMonitoringDenied, to: client)
        }
    }

    /// Removes a region that any manager registered (L119).
    func stop(_ registration: RegionRegistration) async {
        for other in registrations where registration.replaces(other) { await drop(other) }
        await takeStock()
    }

    /// Reports the known state (L111).
    func requestState(of registration: RegionRegistration, for client: Client) async {
        let key = registrations.first { registration.replaces($0) }?.key
        let state = await regionState(ofKey: key)
        client.tell { $0.locationManager($1, didDetermineState: state, for: registration.region) }
    }

    private func add(_ registration: RegionRegistration) async -> Bool {
        guard let monitor, let condition = registration.condition else { return false }
        let others = registrations.filter { registration.replaces($0) }.map(\.key)
        // Regions do not wait for a free place (L50).
        guard stores.limit.hasRoom(inPlaceOf: others.count) else { return false }
        // In one step, so that the earlier region stays if this fails. The delegate learns of the failure,
        // whatever its reason.
        do { try await monitor.add(condition, identifier: registration.key, inPlaceOf: others) } catch {
            return false
        }
        lost.subtract(others)
        await takeStock()
        return true
    }

    private func drop(_ registration: RegionRegistration) async {
        lost.remove(registration.key)
        // A failed store also refuses the next registration, which reports it.
        do { try await monitor?.remove(registration.key) } catch {}
    }

    private func refuse(
        _ registration: RegionRegistration, _ code: CLError.Code, to client: Client
    ) {
        client.tell {
            $0.locationManager(
                $1, monitoringDidFailFor: registration.region, withError: CLError(code))
        }
    }

    private func regionState(ofKey key: String?) async -> CLRegionState {
        guard let key, let explanation = await monitor?.explain(key) else { return .unknown }
        return CLRegionState(explanation.state)
    }
}

// Authorisation.
extension RegionMonitoring {
    /// Takes or ends the session for the background.
    func follow(_ authorization: AuthorizationState) {
        let isWanted = authorization.status == .authorizedAlways && !audience.clients.isEmpty
        if isWanted, always == nil { always = ServiceSession(.always, of: stores.authority) }
        if !isWanted { always = nil }
    }

    /// Reports the states inside regions when the person wakes the device (L114).
    func tellDisplayed() async {
        for registration in registrations where registration.notifyEntryStateOnDisplay {
            guard await regionState(ofKey: registration.key) == .inside else { continue }
            tell(registration, is: .inside)
        }
    }
}

// Observations.
extension RegionMonitoring {
    /// Evaluates an observation, and reports the changes.
    func observe(_ observation: Observation) async {
        // If the store fails, the regions keep their states; the next registration reports the failure.
        do { try await monitor?.observe(observation) } catch { return }
        await tellNews()
    }

    /// Reports changes, once a delegate is set (L24).
    func tellNews() async {
        guard let monitor, !audience.clients.isEmpty else { return }
        var events = monitor.eventsOfDelegates.makeAsyncIterator()
        do {
            while await monitor.hasNews(), let event = try await events.next() {
                await tell(event)
                // Only acknowledged events do not come again after a crash (LD9).
                await audience.settle()
                try await monitor.acknowledge(event, waitingForDisk: false)
            }
        } catch {
            return
        }
        await tellReturns()
    }

    private func tell(_ event: Monitor.Event) async {
        guard let registration = await registration(of: event.identifier) else { return }
        let before = await monitor?.record(for: event.identifier)?.lastEvent.state
        switch event.state {
        case .satisfied, .unsatisfied:
            lost.remove(event.identifier)
            tell(registration, became: event.state, from: before)
        case .unknown:
            lost.insert(event.identifier)
        case .unmonitored:
            audience.tell {
                $0.locationManager(
                    $1, monitoringDidFailFor: registration.region,
                    withError: CLError(.regionMonitoringFailure))
            }
        }
    }

    /// Reports a crossing, but not a state that becomes known for the first time or again (L110, L122).
    private func tell(
        _ registration: RegionRegistration, became state: ConditionState, from before: ConditionState?
    ) {
        if before?.isKnown ?? false { tellCrossing(of: registration, isEntry: state == .satisfied) }
        tell(registration, is: CLRegionState(state))
    }

    private func tellCrossing(of registration: RegionRegistration, isEntry: Bool) {
        if isEntry, registration.notifyOnEntry {
            audience.tell { $0.locationManager($1, didEnterRegion: registration.region) }
        }
        if !isEntry, registration.notifyOnExit {
            audience.tell { $0.locationManager($1, didExitRegion: registration.region) }
        }
    }

    private func tell(_ registration: RegionRegistration, is state: CLRegionState) {
        audience.tell { $0.locationManager($1, didDetermineState: state, for: registration.region) }
    }

    /// Reports regions whose state is known again and unchanged, because that is no event (L122, LD17).
    private func tellReturns() async {
        for key in lost {
            let state = await regionState(ofKey: key)
            guard state != .unknown else { continue }
            lost.remove(key)
            if let registration = await registration(of: key) { tell(registration, is: state) }
        }
    }
}

extension CLRegionState {
    init(_ state: ConditionState) {
        switch state {
        case .satisfied: self = .inside
        case .unsatisfied: self = .outside
        case .unknown, .unmonitored: self = .unknown
        }
    }
}
