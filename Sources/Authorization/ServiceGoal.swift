/// The authorisation that a workflow requires while it holds its session; raw values are Core Location's.
public enum AuthorizationRequirement: UInt8, Hashable, Sendable {
    /// Any status is enough: the person is not asked, and no session is taken on the program's behalf.
    case none = 0
    /// While the program is in use.
    case whenInUse = 1
    /// Always.
    case always = 2
}

/// The goal of a session.
public enum ServiceGoal: Hashable, Sendable {
    /// A service session; with a purpose, it also wants full accuracy.
    case service(AuthorizationRequirement, fullAccuracyPurpose: String? = nil)
    /// Events or positions are being read.
    ///
    /// It counts like ``service(_:fullAccuracyPurpose:)`` for `whenInUse`, unless the program takes its
    /// sessions itself (L103).
    case reading
    /// The program continues in the background as if it were in use (L107).
    case backgroundActivity

    /// Whether the session becomes effective only in use (L104, L107).
    var beginsInUse: Bool {
        switch self {
        case .service(.always, _), .backgroundActivity: true
        case .service, .reading: false
        }
    }
}

// The purpose is compared byte by byte.
extension ServiceGoal {
    /// Compares the goals of two sessions.
    public static func == (left: ServiceGoal, right: ServiceGoal) -> Bool {
        switch (left, right) {
        case (.reading, .reading), (.backgroundActivity, .backgroundActivity): true
        case (.service(let one, let purpose), .service(let other, let otherPurpose)):
            one == other && purpose.map(ExactText.init) == otherPurpose.map(ExactText.init)
        default: false
        }
    }

    /// Hashes the goal of a session.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .reading: hasher.combine(UInt8(0))
        case .backgroundActivity: hasher.combine(UInt8(1))
        case .service(let requirement, let purpose):
            hasher.combine(UInt8(2))
            hasher.combine(requirement)
            hasher.combine(purpose.map(ExactText.init))
        }
    }
}

/// Identifies a session of one authority.
public struct ServiceSessionNumber: Hashable, Sendable {
    /// Counts from 1.
    public let value: Int
}

/// A held session.
struct HeldSession: Hashable, Sendable {
    let number: ServiceSessionNumber
    let goal: ServiceGoal
    /// Whether it has begun; some sessions can begin only in the foreground.
    var isEffective: Bool

    /// The session's requirement.
    func requirement(_ usage: UsageDescriptions, besideExplicit: Bool) -> AuthorizationRequirement {
        switch goal {
        case .service(let requirement, _): requirement
        case .reading: usage.requiresExplicitSession || besideExplicit ? .none : .whenInUse
        case .backgroundActivity: .none
        }
    }

    /// The purpose for which it wants full accuracy.
    var purpose: String? {
        if case .service(_, let purpose) = goal { purpose } else { nil }
    }
}
