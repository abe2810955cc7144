public import Conditions
public import Observations

extension Monitor {
    /// A change of a condition's state, as a reader is given it.
    ///
    /// The Boolean names are Core Location's; each stands for one element of ``diagnostics``.
    public struct Event: Hashable, Sendable {
        /// The identifier under which the condition was added.
        public let identifier: String
        /// The change's number within the monitor: numbers rise, have gaps, and are never used again.
        public let number: Int64
        /// The state that the condition met.
        public let state: ConditionState
        /// When the condition met the state, in the time of the observations (L32).
        ///
        /// In the record of a condition that nothing has decided yet, the time of the newest observation when it was
        /// added; 1970 when there was none.
        public let date: ObservationTime
        /// The beacon that matched, for a satisfied beacon condition; `nil` otherwise (L35, L36, LD12).
        public let refinement: BeaconIdentityCondition?
        /// Why the state is unknown or unmonitored; empty otherwise.
        public let diagnostics: ConditionDiagnostics
        /// The last state, satisfied or unsatisfied, that the reader knew before (LD17).
        ///
        /// It is `nil` when there is none, and after the condition was unmonitored: then the event says where things
        /// stand, and nothing was crossed.
        public let lastKnown: ConditionState?

        /// Makes an event, such as a test of its handling needs.
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
    /// Whether the person refused.
    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Whether location is switched off for the whole device.
    public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
    /// Whether it is not allowed, and the person cannot change that.
    public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }
    /// Whether the person has not answered yet.
    public var authorizationRequestInProgress: Bool { diagnostics.contains(.authorizationRequestInProgress) }
    /// Whether the program is not used enough to be allowed.
    public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }
    /// Whether this kind of condition cannot be evaluated here.
    public var conditionUnsupported: Bool { diagnostics.contains(.conditionUnsupported) }
    /// Whether too many other conditions are monitored.
    public var conditionLimitExceeded: Bool { diagnostics.contains(.conditionLimitExceeded) }
    /// Whether the store failed, so that what happened may not be kept.
    public var persistenceUnavailable: Bool { diagnostics.contains(.persistenceUnavailable) }
    /// Whether an explicit service session is needed and none is held.
    public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }
    /// Whether the radio is off, or every source that could decide is gone.
    public var sourceUnavailable: Bool { diagnostics.contains(.sourceUnavailable) }
}

extension Monitor.Event {
    /// The same change in the words of a reader that knew something else before.
    func given(lastKnown: ConditionState?) -> Monitor.Event {
        Monitor.Event(
            identifier: identifier, number: number, state: state, date: date, refinement: refinement,
            diagnostics: diagnostics, lastKnown: lastKnown)
    }

    /// What a reader that was given this event knows last.
    var known: ConditionState? {
        switch state {
        case .satisfied, .unsatisfied: state
        case .unknown: lastKnown
        case .unmonitored: nil
        }
    }
}
