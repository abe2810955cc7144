public import Essentials

extension Named {
    /// A right to approve that somebody handed on.
    public enum ApprovalDelegation: Sendable {}
}

/// Identifies a right to approve that somebody handed on.
public typealias ApprovalDelegationID = Identifier<Named.ApprovalDelegation>

/// That somebody decides in place of an approver, from one day to another.
///
/// It gives the approver's role at the approver's places. It ends by itself, and earlier when the approver loses the role. A right
/// that was handed on is not handed on again.
public struct ApprovalDelegation: Hashable, Sendable {
    /// How many days it lasts at most.
    public static let longestDays = 366

    /// The identifier.
    public let id: ApprovalDelegationID
    /// Whose right it is.
    public let approver: PersonID
    /// Who decides meanwhile.
    public let delegate: PersonID
    /// The first day.
    public let firstDay: CalendarDate
    /// The last day.
    public let lastDay: CalendarDate
    /// The zone of the approver's place, by which the days begin and end.
    public let zone: Zone
    /// When it begins.
    public let start: Timestamp
    /// When it ends.
    public let end: Timestamp

    /// Whether it holds at an instant.
    public func holds(at time: Timestamp) -> Bool { start <= time && time < end }
}
