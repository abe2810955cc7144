public import Essentials

extension Named {
    /// The reporter of a crossing: a monitor on the person's device, or a gateway.
    public enum CrossingSource: Sendable {}
}

/// Identifies the reporter of a crossing.
public typealias CrossingSourceID = Identifier<Named.CrossingSource>

/// A report that a person entered or left the region of an entrance.
///
/// A crossing proves no working time, because anyone can copy a beacon. It can only propose a punch.
public struct Crossing: Hashable, Sendable {
    /// How the crossing was detected.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The region was entered.
        case entered = "enter"
        /// The region was left.
        case exited = "exit"
        /// Monitoring began, or was asked for the state, and found the person inside.
        case foundInside = "state-inside"

        /// The punch that the crossing proposes.
        public var proposal: PunchKind { self == .exited ? .out : .in }
    }

    /// The entrance.
    public let entrance: SpotID
    /// The kind of crossing.
    public let kind: Kind
    /// When it was sensed, by the clock of the sensor.
    public let observedAt: Timestamp
    /// When the report arrived.
    public let receivedAt: Timestamp
    /// Who reported it.
    public let source: CrossingSourceID

    /// Makes a report from its parts.
    public init(
        entrance: SpotID, kind: Kind, observedAt: Timestamp, receivedAt: Timestamp, source: CrossingSourceID
    ) {
        self.entrance = entrance
        self.kind = kind
        self.observedAt = observedAt
        self.receivedAt = receivedAt
        self.source = source
    }
}

/// Why a report of a crossing is refused; nothing has changed.
public enum CrossingRefusal: Error, Hashable, Sendable {
    /// Its time is further in the future than the tolerance for clocks.
    case inFuture
}
