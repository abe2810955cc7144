import Processes

/// Why a monitor refuses a call.
public enum MonitorError: Error, Equatable, Sendable {
    /// The name or identifier is not 1 to 128 characters: letters, digits, `.`, `_`, `-`, or spaces inside
    /// (LD4).
    case invalidName(String)
    /// A number in the condition's policy is invalid.
    case invalidPolicy
    /// A monitor with this name is open, in this process or another (LD5).
    case alreadyOpen(String)
    /// The identifier is not that of a beacon condition, so there is nothing to range.
    case notRangeable(String)
    /// The monitor has been closed, or ``Monitor/finish()`` was called.
    case closed
    /// The store's file has content that no monitor wrote.
    case storeDamaged(path: String, reason: String)
    /// The store was written by a newer version of this library.
    case storeTooNew(path: String, format: Int)
    /// The folder or the file cannot be created, opened or locked.
    case storeUnavailable(path: String, reason: String)
    /// The store failed while the monitor was open, so later changes may be lost (L79).
    ///
    /// Open a new monitor; it begins with the last stored state.
    case persistenceUnavailable
}

extension MonitorError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .invalidName(let name):
            "\"\(name)\" is no name: 1 to 128 letters, digits, '.', '_', '-', and spaces inside."
        case .invalidPolicy:
            "The policy needs at least one fix; its other numbers must be 0 or more, and no source is gone at once."
        case .alreadyOpen(let name):
            "The monitor \"\(name)\" is open already."
        case .notRangeable(let identifier):
            "\"\(identifier)\" is no beacon condition of the monitor."
        case .closed:
            "The monitor has been closed."
        case .storeDamaged(let path, let reason):
            "The store \(path) is damaged: \(reason). Remove it to start over."
        case .storeTooNew(let path, let format):
            "The store \(path) has format \(format), which a newer version wrote."
        case .storeUnavailable(let path, let reason):
            "The store \(path) cannot be used: \(reason)."
        case .persistenceUnavailable:
            "The monitor's store failed. Open the monitor again when it can be written."
        }
    }
}

extension MonitorError {
    init(_ failure: StateFolder.Failure) {
        self = .storeUnavailable(path: failure.path, reason: failure.reason)
    }
}
