/// Why setting up tips, or a value in a tip, is refused.
public struct TipKitError: Error, Hashable, Sendable {
    /// The kinds of refusals.
    enum Kind: Hashable, Sendable {
        case invalidPredicateValueType
        case missingGroupContainerEntitlements
        case tipsDatastoreAlreadyConfigured
        case unknownSyncTransport(String?)
        case datastoreUnavailable(String)
        case datastoreDamaged(String)
        case datastoreForeign
        case datastoreTooNew(Int)
        case invalidLaunchArgument(String)
    }

    let kind: Kind

    /// A value has no counterpart in rules (T48).
    public static let invalidPredicateValueType = TipKitError(kind: .invalidPredicateValueType)
    /// There is no group container with the name.
    public static let missingGroupContainerEntitlements = TipKitError(
        kind: .missingGroupContainerEntitlements)
    /// Tips are already set up; the call has to come before that (TD10, T14).
    public static let tipsDatastoreAlreadyConfigured = TipKitError(kind: .tipsDatastoreAlreadyConfigured)

    /// No way to synchronise was registered under the name (TD20); `nil` stands for the automatic choice.
    public static func unknownSyncTransport(_ name: String?) -> TipKitError {
        TipKitError(kind: .unknownSyncTransport(name))
    }
    /// The store cannot be opened, for the reason.
    public static func datastoreUnavailable(_ reason: String) -> TipKitError {
        TipKitError(kind: .datastoreUnavailable(reason))
    }
    /// The file is not a valid store of tips, for the reason; it stays unchanged.
    ///
    /// For `Tips.configure(_:)` it is the file `tips.store` in the chosen folder. A program that prefers an
    /// empty store moves this file away, with all files whose names begin with its name, and sets up tips
    /// again. A separate ``TipStore`` can do this by itself (``TipStore/DamagedFile/isSetAside``).
    public static func datastoreDamaged(_ reason: String) -> TipKitError {
        TipKitError(kind: .datastoreDamaged(reason))
    }
    /// The file is a database, but not a store of tips.
    public static let datastoreForeign = TipKitError(kind: .datastoreForeign)
    /// The store was written by a newer program, in the format with this number.
    public static func datastoreTooNew(_ format: Int) -> TipKitError {
        TipKitError(kind: .datastoreTooNew(format))
    }
    /// A launch argument or a variable of the environment has an invalid value.
    public static func invalidLaunchArgument(_ argument: String) -> TipKitError {
        TipKitError(kind: .invalidLaunchArgument(argument))
    }
}

extension TipKitError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch kind {
        case .invalidPredicateValueType: "Rules have no value for this type."
        case .missingGroupContainerEntitlements: "There is no group container of this name."
        case .tipsDatastoreAlreadyConfigured: "Tips are set up already."
        case .unknownSyncTransport(let name?):
            "No way to synchronise tips is registered under the name \(name)."
        case .unknownSyncTransport(nil): "No way to synchronise tips is registered."
        case .datastoreUnavailable(let reason): "The store of the tips cannot be opened: \(reason)."
        case .datastoreDamaged(let reason): "The store of the tips is damaged: \(reason)."
        case .datastoreForeign: "The file is another program's database, and none of tips."
        case .datastoreTooNew(let format):
            "The store of the tips has format \(format), which is newer than this program."
        case .invalidLaunchArgument(let argument):
            "The launch argument or variable \(argument) has no value that can be meant."
        }
    }
}
