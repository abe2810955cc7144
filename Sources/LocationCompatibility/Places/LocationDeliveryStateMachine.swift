import Authorization
import Geodesy
import Monitoring
import Observations

/// Decides which positions a manager delivers, and when it reports a failure.
struct LocationDeliveryStateMachine: Sendable {
    /// The call to the delegate.
    enum Action: Equatable, Sendable {
        case tell(PositionFix, at: ObservationTime)
        case fail(CLError.Code)
    }

    /// A request for one position.
    private struct Request: Sendable {
        /// The first time of each source since the request; each source has its own clock (LD15).
        var since: [ObservationSource: ObservationTime] = [:]
        /// Whether a position has come since the request.
        var hasPosition = false
    }

    /// How long a request waits for a position of the desired accuracy.
    static let patience: Duration = .seconds(10)

    var desiredAccuracy = kCLLocationAccuracyBest
    var distanceFilter = kCLDistanceFilterNone
    private(set) var isUpdating = false
    private var request: Request?
    /// The position from which the distance filter measures.
    private var lastTold: PositionFix?
    private var authorization: AuthorizationState?
    private var hasToldRefusal = false

    /// Starts updates, and ends a pending request.
    mutating func start() {
        if !isUpdating { lastTold = nil }
        isUpdating = true
        request = nil
        hasToldRefusal = false
    }

    /// Stops updates, and ends a pending request.
    mutating func stop() {
        isUpdating = false
        request = nil
    }

    /// Requests one position; does nothing during updates or another request.
    ///
    /// Only observations, refusals, and failures end a request: there is no other clock (LD15).
    mutating func requestOne() {
        guard !isUpdating, request == nil else { return }
        request = Request()
        hasToldRefusal = false
    }

    /// Records the person's permission; reports a refusal once, and ends a pending request.
    mutating func allowed(_ authorization: AuthorizationState) -> Action? {
        if authorization != self.authorization {
            self.authorization = authorization
            // The next position must not be compared with one of another accuracy.
            lastTold = nil
            hasToldRefusal = false
        }
        guard authorization.status.isRefusal, isWanted, !hasToldRefusal else { return nil }
        hasToldRefusal = true
        request = nil
        return .fail(.denied)
    }

    /// Reports why no source measures positions, and ends a pending request.
    mutating func failed(_ absence: LocationUpdate) -> Action? {
        guard isWanted else { return nil }
        request = nil
        return .fail(absence.locationUnavailable ? .locationUnknown : .denied)
    }

    /// Decides what an observation changes for the manager.
    ///
    /// - Parameters:
    ///   - update: The new position, or why positions ended; `nil` for neither.
    ///   - latest: The last position that is still allowed.
    ///   - source: The source of the observation.
    ///   - time: The time of the observation, by the source's clock.
    /// - Returns: The call to make; `nil` for none.
    mutating func observed(
        _ update: LocationUpdate?, latest: LocationUpdate?, from source: ObservationSource,
        at time: ObservationTime
    ) -> Action? {
        guard isWanted else { return nil }
        if let update {
            guard update.location != nil else { return failed(update) }
            if isUpdating { return isFarEnough(update) ? told(update) : nil }
            request?.hasPosition = true
            if isExactEnough(update) { return told(update) }
        }
        guard isOver(at: time, by: source) else { return nil }
        let hasPosition = request?.hasPosition ?? false
        request = nil
        guard hasPosition, let latest else { return .fail(.locationUnknown) }
        return told(latest)
    }

    /// The position of an update, coarse if the manager asks for that.
    func fix(of update: LocationUpdate) -> PositionFix? {
        desiredAccuracy == kCLLocationAccuracyReduced ? update.location?.coarse : update.location
    }

    private var isWanted: Bool { isUpdating || request != nil }

    private mutating func told(_ update: LocationUpdate) -> Action? {
        guard let fix = fix(of: update) else { return nil }
        request = nil
        lastTold = fix
        return .tell(fix, at: update.time)
    }

    private func isFarEnough(_ update: LocationUpdate) -> Bool {
        guard distanceFilter > 0, let lastTold, let fix = fix(of: update) else { return true }
        return lastTold.coordinate.distance(to: fix.coordinate) >= distanceFilter
    }

    /// Whether a position answers a request; without a positive accuracy, every position does.
    private func isExactEnough(_ update: LocationUpdate) -> Bool {
        guard desiredAccuracy > 0, !update.accuracyLimited, let fix = fix(of: update) else { return true }
        return fix.horizontalAccuracy <= desiredAccuracy
    }

    /// Whether a source shows that the maximum wait is over, counted from its first observation since the
    /// request.
    private mutating func isOver(at time: ObservationTime, by source: ObservationSource) -> Bool {
        guard let since = request?.since[source] else {
            request?.since[source] = time
            return false
        }
        return since.duration(to: time) >= Self.patience
    }
}
