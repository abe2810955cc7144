public import Conditions

/// A change for one device, of one condition or of many conditions at once.
public struct ConditionChange: Hashable, Sendable {
    /// The changed conditions.
    public let subject: ChangeSubject
    /// The new state, with its time and reason.
    public let change: ConditionTransition

    /// Makes a change.
    public init(subject: ChangeSubject, change: ConditionTransition) {
        self.subject = subject
        self.change = change
    }
}

/// The conditions of a change.
public enum ChangeSubject: Hashable, Sendable {
    /// One condition.
    case condition(TableCondition)
    /// All conditions of a kind that the device is not near; ``ConditionTable/names(of:)`` lists their names.
    case others(OtherConditions)
}

/// One condition of a table.
///
/// Its name alone does not identify it: a condition that replaces another has the same name but none of its
/// changes.
public struct TableCondition: Hashable, Sendable {
    /// The name.
    public let name: ConditionName
    let key: ConditionKey
}

/// The conditions of a kind and a policy that a device has not been near recently; they all have the same
/// state.
public struct OtherConditions: Hashable, Sendable {
    /// The kind of evidence that decides them.
    public let kind: ConditionKind
    let policy: Int32
    let numbers: Range<Int>
    /// The numbers of the conditions that the device is near, in no order.
    let exceptions: [Int]
}

/// The kinds of conditions, by the evidence that decides them.
public enum ConditionKind: UInt8, Hashable, Sendable, CaseIterable {
    /// Conditions that positions decide.
    case region
    /// Conditions that beacons decide.
    case beacon
}
