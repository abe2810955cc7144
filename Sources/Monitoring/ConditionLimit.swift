/// How many conditions a monitor evaluates; those beyond wait, unmonitored, in the order of their adding (LD3).
public enum ConditionLimit: Hashable, Sendable {
    /// As many as are added.
    case unlimited
    /// So many of all kinds together.
    case atMost(Int)

    /// The limit of Core Location: 20 of all kinds together (L47).
    public static let appleLimit = ConditionLimit.atMost(20)

    /// Whether a condition with so many others before it is evaluated.
    func admits(position: Int) -> Bool {
        switch self {
        case .unlimited: true
        case .atMost(let count): position < count
        }
    }
}
