import Essentials
import Ordering
import SQLite
import Workplace

/// Finds what is kept, on a connection that is lent for one transaction.
class SQLiteReading: StoreReading {
    let connection: Connection
    private let health: StoreHealth
    /// The balance that was looked for last, as the transaction has it: a payment looks at it before it is made.
    var knownBalance: (person: PersonID, amount: Money)?

    init(_ connection: Connection, _ health: StoreHealth) {
        self.connection = connection
        self.health = health
    }

    func checkFile() throws {
        try health.requireSoundFile()
        try connection.checkFile()
    }

    func campusRevision() throws -> CampusRevision? {
        try connection.first("SELECT number, document FROM campus_revisions ORDER BY number DESC LIMIT 1") {
            row in
            try row.decoded(from: .campusRevisions, id: nil) {
                CampusRevision(number: try $0.int64(0), document: try $0.blob(1))
            }
        }
    }

    func campusRevisionNumber() throws -> Int64 {
        try connection.first("SELECT number FROM campus_revisions ORDER BY number DESC LIMIT 1") {
            try $0.int64(0)
        } ?? 0
    }

    func session(tokenDigest: [UInt8]) throws -> Session? {
        let sql =
            "SELECT owner_kind, owner, anti_forgery_token, expires_at FROM sessions WHERE token_digest = ?"
        return try connection.first(sql, tokenDigest) { row in
            try row.decoded(from: .sessions, id: nil) { try $0.session(tokenDigest: tokenDigest) }
        }
    }
}

@available(*, unavailable)
extension SQLiteReading: Sendable {}

extension Row {
    fileprivate func session(tokenDigest: [UInt8]) throws -> Session? {
        guard let owner = try sessionOwner() else { return nil }
        return Session(
            tokenDigest: tokenDigest, owner: owner, antiForgeryToken: try text(2), expiresAt: try timestamp(3)
        )
    }

    private func sessionOwner() throws -> Session.Owner? {
        switch try text(0) {
        case "person": PersonID(try text(1)).map(Session.Owner.person)
        case "device": DeviceID(try text(1)).map(Session.Owner.device)
        default: nil
        }
    }

    /// The instant in a column.
    func timestamp(_ column: Int) throws -> Timestamp {
        Timestamp(millisecondsSinceEpoch: try int64(column))
    }

    /// The instant in a column, or `nil` for NULL.
    func optionalTimestamp(_ column: Int) throws -> Timestamp? {
        try optionalInt64(column).map(Timestamp.init(millisecondsSinceEpoch:))
    }
}
