public import Conditions

/// A change for one device, of one condition or of many at once.
public struct ConditionChange: Hashable, Sendable {
    /// What changed.
    public let subject: ChangeSubject
    /// What it changed to, when and why.
    public let change: ConditionTransition

    /// Makes a change.
    public init(subject: ChangeSubject, change: ConditionTransition) {
        self.subject = subject
        self.change = change
    }
}

/// What a change is about.
public enum ChangeSubject: Hashable, Sendable {
    /// One condition.
    case condition(TableCondition)
    /// All conditions of a kind that the device is not near; ``ConditionTable/names(of:)`` lists them.
    case others(OtherConditions)
}

/// One condition of a table.
///
/// It is not its name alone: a condition that takes another's place has the name of the other, and none of its changes.
public struct TableCondition: Hashable, Sendable {
    /// The name.
    public let name: ConditionName
    let key: ConditionKey
}

/// The conditions of a kind and a policy that a device has not been near lately, which all have the same state.
public struct OtherConditions: Hashable, Sendable {
    /// By what they are decided.
    public let kind: ConditionKind
    let policy: Int32
    let numbers: Range<Int>
    /// The numbers of those that the device is near, in no order.
    let exceptions: [Int]
}

/// The kinds of conditions that sources speak for.
public enum ConditionKind: UInt8, Hashable, Sendable, CaseIterable {
    /// Those that positions decide.
    case region
    /// Those that beacons decide.
    case beacon
}
