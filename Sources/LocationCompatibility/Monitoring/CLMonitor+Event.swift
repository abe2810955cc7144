public import Foundation
import Conditions
import Monitoring

extension CLMonitor {
    /// A change of a condition's state.
    public struct Event: Sendable {
        /// The identifier of the condition.
        public let identifier: String
        /// The new state.
        public let state: State
        /// When the condition entered the state (L32), in the time of the surroundings.
        public let date: Date
        /// The matching beacon, for a satisfied beacon condition; `nil` otherwise (L35, L36).
        public let refinement: (any CLCondition)?
        private let reasons: ConditionDiagnostics

        init(
            identifier: String, state: State, date: Date, refinement: (any CLCondition)? = nil,
            reasons: ConditionDiagnostics = []
        ) {
            self.identifier = identifier
            self.state = state
            self.date = date
            self.refinement = refinement
            self.reasons = reasons
        }

        /// The state of a condition.
        public enum State: UInt, Hashable, Sendable {
            /// No observation decides it.
            case unknown = 0
            /// It is true.
            case satisfied = 1
            /// It is false.
            case unsatisfied = 2
            /// It is not evaluated at all.
            case unmonitored = 3
        }
    }

    /// A monitor's stored data about a condition.
    public struct Record: Sendable {
        /// The condition.
        public let condition: any CLCondition
        /// The last acknowledged event (L22, L23), or the state with which the condition was added.
        public let lastEvent: Event
    }
}

extension CLMonitor.Event {
    /// Whether only coarse positions are allowed.
    public var accuracyLimited: Bool { reasons.contains(.accuracyLimited) }
    /// Whether the person refused permission.
    public var authorizationDenied: Bool { reasons.contains(.authorizationDenied) }
    /// Whether location is switched off for the whole device.
    public var authorizationDeniedGlobally: Bool { reasons.contains(.authorizationDeniedGlobally) }
    /// Whether location is forbidden, and the person cannot change that.
    public var authorizationRestricted: Bool { reasons.contains(.authorizationRestricted) }
    /// Whether the person has not answered yet.
    public var authorizationRequestInProgress: Bool { reasons.contains(.authorizationRequestInProgress) }
    /// Whether the program is not used enough to be allowed.
    public var insufficientlyInUse: Bool { reasons.contains(.insufficientlyInUse) }
    /// Whether this kind of condition cannot be monitored here.
    public var conditionUnsupported: Bool { reasons.contains(.conditionUnsupported) }
    /// Whether too many other conditions are monitored.
    public var conditionLimitExceeded: Bool { reasons.contains(.conditionLimitExceeded) }
    /// Whether the store failed, so that recent changes may be lost.
    public var persistenceUnavailable: Bool { reasons.contains(.persistenceUnavailable) }
    /// Whether an explicit service session is required, but none is held.
    public var serviceSessionRequired: Bool { reasons.contains(.serviceSessionRequired) }
}

extension CLMonitor.Event.State {
    init(_ state: ConditionState) {
        switch state {
        case .unknown: self = .unknown
        case .satisfied: self = .satisfied
        case .unsatisfied: self = .unsatisfied
        case .unmonitored: self = .unmonitored
        }
    }

    /// The same state as a type of the library `Conditions`.
    var conditionState: ConditionState {
        switch self {
        case .unknown: .unknown
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .unmonitored: .unmonitored
        }
    }
}

extension CLMonitor.Event {
    init(_ event: Monitor.Event) {
        self.init(
            identifier: event.identifier, state: State(event.state), date: Date(event.date),
            refinement: event.refinement.map(CLMonitor.BeaconIdentityCondition.init),
            reasons: event.diagnostics)
    }
}

extension CLMonitor.Record {
    init(_ record: Monitor.Record) {
        self.init(condition: record.condition.named, lastEvent: CLMonitor.Event(record.lastEvent))
    }
}
