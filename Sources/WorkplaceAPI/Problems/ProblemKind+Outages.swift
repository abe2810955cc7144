import HTTPCore
import Workplace

// The store keeps nothing more.
extension ProblemKind {
    /// The kinds of ``StoreOutage``, in the order of its cases.
    static let outages = StoreOutage.allCases.map(ProblemKind.init)

    /// The kind that an outage of the store is to clients.
    init(_ outage: StoreOutage) {
        let (title, explanation) =
            switch outage {
            case .diskFull: ("Disk full", "The disk of the server is full. Nothing was changed.")
            case .diskFailed:
                (
                    "Disk failure",
                    "The disk of the server reported a failure. A change that was asked for may have been made or not: repeat "
                        + "it with the same Idempotency-Key, or look at what is there."
                )
            case .fileDamaged:
                ("Database damaged", "The database of the server is damaged. The operator has to restore it.")
            case .fileReadOnly:
                ("Database read-only", "The server may not write to its database. Nothing was changed.")
            case .fileMoved:
                (
                    "Database moved",
                    "The database of the server was moved, deleted or replaced while it was open, so that no change "
                        + "is acknowledged. If that happened just now, a change that was asked for may have been made."
                )
            case .serverAway:
                (
                    "Database away",
                    "The server of the database does not answer. If it was lost just now, a change that was asked for may have "
                        + "been made or not: repeat it with the same Idempotency-Key, or look at what is there."
                )
            case .commitWaits:
                (
                    "Commits wait",
                    "Commits wait for a standby of the database that does not answer. A change that was asked for takes "
                        + "effect when one answers: repeat it with the same Idempotency-Key, or look at what is there."
                )
            case .clockBehind:
                (
                    "Clock behind",
                    "The clock of the server is behind the last change that it keeps. Nothing was changed."
                )
            }
        self.init(.serviceUnavailable, outage.rawValue, title: title, explanation, retryAfter: .seconds(30))
    }
}

extension Problem {
    /// The problem that an outage of the store is to a client.
    ///
    /// - Parameters:
    ///   - outage: The outage.
    ///   - isRead: Whether the client only asked for something, so that no change can be in doubt.
    init(_ outage: StoreOutage, isRead: Bool = false) {
        let kind = ProblemKind(outage)
        self.init(kind, detail: isRead ? Self.detail(ofRead: outage) ?? kind.explanation : kind.explanation)
    }

    /// What a client hears that changes nothing; `nil` where the explanation suits it too.
    private static func detail(ofRead outage: StoreOutage) -> String? {
        switch outage {
        case .diskFailed: "The disk of the server reported a failure. Repeat the request later."
        case .fileMoved:
            "The database of the server was moved, deleted or replaced while it was open. The operator has to put it back."
        case .serverAway: "The server of the database does not answer. Repeat the request later."
        case .commitWaits:
            "Commits wait for a synchronous standby of the database that does not answer. The operator has to bring the "
                + "standby back, or to clear synchronous_standby_names."
        case .diskFull, .fileDamaged, .fileReadOnly, .clockBehind: nil
        }
    }
}
