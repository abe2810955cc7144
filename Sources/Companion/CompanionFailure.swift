/// A companion cannot go on.
public enum CompanionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody has signed in, or the session has ended.
    case signInNeeded
    /// The folder cannot be read or written; the text says why.
    case folderUnusable(String)

    /// One sentence.
    public var description: String {
        switch self {
        case .signInNeeded: "The companion is not signed in. Sign in again."
        case .folderUnusable(let reason): "The companion's folder cannot be used: \(reason)."
        }
    }
}
