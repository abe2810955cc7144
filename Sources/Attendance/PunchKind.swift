/// The kind of a punch or of a reminder's proposal.
public enum PunchKind: String, Hashable, Sendable, CaseIterable {
    /// Work begins.
    case `in`
    /// Work ends.
    case out

    /// The other kind.
    public var opposite: PunchKind { self == .in ? .out : .in }

    /// What a punch of the kind means for the working day, when it begins no break.
    public var mark: WorkMark.Kind { self == .in ? .in : .out }
}
