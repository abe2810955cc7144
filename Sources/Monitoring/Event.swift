public import Conditions
public import Observations

extension Monitor {
    /// A change of a condition's state, as a reader receives it.
    ///
    /// Core Location defines the names of the Boolean properties; each stands for one element of
    /// ``diagnostics``.
    public struct Event: Hashable, Sendable {
        /// The identifier of the condition.
        public let identifier: String
        /// The change's number within the monitor; numbers rise, may have gaps, and are never reused.
        public let number: Int64
        /// The new state.
        public let state: ConditionState
        /// When the condition entered the state, in the time of the observations (L32).
        ///
        /// In the record of an undecided condition, it is the time of the newest observation when the
        /// condition was added. If there was no observation, it is 1970-01-01.
        public let date: ObservationTime
        /// The matching beacon, for a satisfied beacon condition; `nil` otherwise (L35, L36, LD12).
        public let refinement: BeaconIdentityCondition?
        /// The reasons why the state is unknown or unmonitored; empty otherwise.
        public let diagnostics: ConditionDiagnostics
        /// The last state, satisfied or unsatisfied, that the reader knew before (LD17).
        ///
        /// It is `nil` when there is none, and after the condition was unmonitored. Then the event states the
        /// present state, but no border was crossed.
        public let lastKnown: ConditionState?

        /// Makes an event, for example for a test.
        public init(
            identifier: String, number: Int64, state: ConditionState, date: ObservationTime,
            refinement: BeaconIdentityCondition? = nil, diagnostics: ConditionDiagnostics = [],
            lastKnown: ConditionState? = nil
        ) {
            self.identifier = identifier
            self.number = number
            self.state = state
            self.date = date
            self.refinement = refinement
            self.diagnostics = diagnostics
            self.lastKnown = lastKnown
        }
    }
}

extension Monitor.Event {
    /// Whether only coarse positions are allowed.
    public var accuracyLimited: Bool { diagnostics.contains(.accuracyLimited) }
    /// Whether the person refused permission.
    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Whether location is switched off for the whole device.
    public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
    /// Whether location is forbidden, and the person cannot change that.
    public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }
    /// Whether the person has not answered yet.
    public var authorizationRequestInProgress: Bool { diagnostics.contains(.authorizationRequestInProgress) }
    /// Whether the program is not used enough to be allowed.
    public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }
    /// Whether this kind of condition cannot be evaluated here.
    public var conditionUnsupported: Bool { diagnostics.contains(.conditionUnsupported) }
    /// Whether too many other conditions are monitored.
    public var conditionLimitExceeded: Bool { diagnostics.contains(.conditionLimitExceeded) }
    /// Whether the store failed, so that recent changes may be lost.
    public var persistenceUnavailable: Bool { diagnostics.contains(.persistenceUnavailable) }
    /// Whether an explicit service session is required, but none is held.
    public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }
    /// Whether the radio is off, or every source that could decide is gone.
    public var sourceUnavailable: Bool { diagnostics.contains(.sourceUnavailable) }
}

extension Monitor.Event {
    /// The same change for a reader that knew another state before.
    func given(lastKnown: ConditionState?) -> Monitor.Event {
        Monitor.Event(
            identifier: identifier, number: number, state: state, date: date, refinement: refinement,
            diagnostics: diagnostics, lastKnown: lastKnown)
    }

    /// The last known state of a reader that received this event.
    var known: ConditionState? {
        switch state {
        case .satisfied, .unsatisfied: state
        case .unknown: lastKnown
        case .unmonitored: nil
        }
    }
}
