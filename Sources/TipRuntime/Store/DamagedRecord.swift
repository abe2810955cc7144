import SQLite
import TipCore
import TipRules

/// Unreadable data of a store, with a copy and the reason (TD16).
struct DamagedRecord: Sendable {
    let owner: TipDatastore.Owner
    let bytes: [UInt8]
    let reason: String

    init(_ owner: TipDatastore.Owner, _ bytes: [UInt8], reason: String) {
        self.owner = owner
        self.bytes = bytes
        self.reason = reason
    }

    /// Copies the data aside in the open transaction; the original stays in its place.
    ///
    /// - Returns: Whether the copy is new.
    func setAside(at now: RuleTime, _ connection: Connection) throws -> Bool {
        let (kind, name) = owner.columns
        let known = try connection.first(
            "SELECT 1 FROM set_aside WHERE kind = ? AND name = ? AND bytes = ?", kind, name, bytes
        ) { try $0.int64(0) }
        guard known == nil else { return false }
        try connection.execute(
            "INSERT INTO set_aside (kind, name, bytes, reason, time) VALUES (?, ?, ?, ?, ?)",
            kind, name, bytes, reason, now.microseconds)
        return true
    }
}

extension TipDatastore.Owner: CustomStringConvertible {
    /// The kind and the name of the copy.
    var columns: (kind: String, name: String) {
        switch self {
        case .parameter(let name): ("parameter", name.string)
        case .event(let name): ("event", name.string)
        case .tip(let name): ("tip", name.string)
        case .payload(let number): ("payload", "\(number)")
        }
    }

    var description: String { "\(columns.kind) \(columns.name)" }
}

/// The readable part of a row of tips.
///
/// A tip that has ended stays ended, even when the reason is unreadable: nobody expects the tip to come back.
struct StoredTip: Sendable {
    private(set) var record = TipRecord()
    private var reason: String?
    private var copy = ""

    /// Reads the columns id, epoch, ended, ended_by, reason, appeared, is_exempt.
    init(_ row: borrowing Row) throws {
        let epoch = try row.int64(1)
        if TipStoreReading.isEpoch(epoch) {
            record.epoch = epoch
        } else {
            reason = "it was reset impossibly often"
        }
        let (ended, writer) = (try row.optionalInt64(2), try row.optionalInt64(3))
        let number = try row.optionalInt64(4)
        if let ended {
            let code = number.flatMap(UInt8.init(exactly:))
            if code == nil || writer == nil { reason = "it does not say who ended it, and why" }
            record.invalidation = .init(
                time: RuleTime(microseconds: ended),
                replica: TipReplica(rawValue: UInt64(bitPattern: writer ?? 0)),
                code: code ?? Tips.InvalidationReason.tipClosed.code)
        }
        if let time = try row.optionalInt64(5) {
            record.firstAppearance = .init(
                time: RuleTime(microseconds: time), isExempt: try row.optionalInt64(6) == 1)
        }
        guard reason != nil else { return }
        copy = "\(epoch) \(ended.described) \(writer.described) \(number.described)"
    }

    /// The damage of a row; `nil` for a readable one.
    func mistake(of id: String) -> DamagedRecord? {
        reason.map { DamagedRecord(.tip(RuleText(id)), Array(copy.utf8), reason: $0) }
    }
}

extension Int64? {
    fileprivate var described: String { map { "\($0)" } ?? "null" }
}
