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
                    "The disk of the server reported a failure, so that the change may have been made or not. Repeat it "
                        + "with the same Idempotency-Key, or look at what is there."
                )
            case .fileDamaged:
                ("Database damaged", "The database of the server is damaged. The operator has to restore it.")
            case .fileReadOnly:
                ("Database read-only", "The server may not write to its database. Nothing was changed.")
            case .fileMoved:
                (
                    "Database moved",
                    "The database of the server was moved, deleted or replaced while it was open, so that no change "
                        + "is acknowledged. If that happened just now, the change may have been made."
                )
            case .serverAway:
                (
                    "Database away",
                    "The server of the database does not answer. If it was lost just now, the change may have been made or not. "
                        + "Repeat it with the same Idempotency-Key, or look at what is there."
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
    init(_ outage: StoreOutage) {
        let kind = ProblemKind(outage)
        self.init(kind, detail: kind.explanation)
    }
}
