import Essentials
import SQLite

extension ReadTransaction {
    /// The rights to approve that were handed on and that nobody has ended, in the order in which they were.
    func approvalDelegations() throws -> [ApprovalDelegation] {
        let sql = """
            SELECT id, approver, delegate, first_day, last_day, zone, starts_at, ends_at FROM approval_delegations
            WHERE ended_at IS NULL ORDER BY number
            """
        return try connection.all(sql) { row in
            try row.decoded(from: "approval_delegations", id: try row.text(0)) { try $0.approvalDelegation() }
        }
    }
}

extension WriteTransaction {
    /// Stores that an approver hands their right on, and notes which ones are over.
    func insert(_ delegation: ApprovalDelegation, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE approval_delegations SET ended_at = ends_at WHERE ended_at IS NULL AND ends_at <= ?",
            time.millisecondsSinceEpoch)
        try connection.execute(
            """
            INSERT INTO approval_delegations
                (id, approver, delegate, first_day, last_day, zone, starts_at, ends_at, given_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, delegation.id.rawValue, delegation.approver.rawValue, delegation.delegate.rawValue,
            delegation.firstDay.daysSinceEpoch, delegation.lastDay.daysSinceEpoch, delegation.zone.identifier,
            delegation.start.millisecondsSinceEpoch, delegation.end.millisecondsSinceEpoch,
            time.millisecondsSinceEpoch)
        try countDirectoryChange()
    }

    /// Ends a right that was handed on.
    func end(_ delegation: ApprovalDelegation, by actor: PersonID, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE approval_delegations SET ended_at = ?, ended_by = ? WHERE id = ?",
            time.millisecondsSinceEpoch, actor.rawValue, delegation.id.rawValue)
        try countDirectoryChange()
    }
}

extension StoreRow {
    fileprivate func approvalDelegation() throws -> ApprovalDelegation? {
        guard let id = ApprovalDelegationID(try text(0)), let approver = PersonID(try text(1)),
            let delegate = PersonID(try text(2)), let zone = Zone(try text(5))
        else { return nil }
        return ApprovalDelegation(
            id: id, approver: approver, delegate: delegate, firstDay: try date(3), lastDay: try date(4),
            zone: zone, start: try timestamp(6), end: try timestamp(7))
    }
}

extension SQLiteSchema {
    /// Rights to approve that people hand on until a day.
    static let approvalDelegations = """
        CREATE TABLE approval_delegations (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            approver TEXT NOT NULL,
            delegate TEXT NOT NULL,
            first_day INTEGER NOT NULL,
            last_day INTEGER NOT NULL,
            zone TEXT NOT NULL,
            starts_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            given_at INTEGER NOT NULL,
            ended_at INTEGER,
            ended_by TEXT
        ) STRICT;
        CREATE INDEX approval_delegations_open ON approval_delegations (number) WHERE ended_at IS NULL;
        """
}
