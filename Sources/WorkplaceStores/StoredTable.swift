import SQLite
import Workplace

/// A table of the schema, by the name that reports of damage use.
enum StoredTable: String {
    case campusRevisions = "campus_revisions"
    case sessions
    case orders
    case transitions = "order_transitions"
    case waits = "order_waits"
    case tickets
    case keys = "idempotency_keys"
    case ledger
    case balances = "meal_balances"
    case stock
    case favourites
    case feed
    case following
    case presence = "presence_events"
    case gatewayKeys = "gateway_keys"
    case punches
    case decisions = "reminder_decisions"
    case tipLedgers = "tip_ledgers"
    case tipDevices = "tip_devices"
    case tipCatalogues = "tip_catalogues"
    case tipLooks = "tip_looks"
}

extension Row {
    /// Makes a value of the row.
    ///
    /// - Parameters:
    ///   - table: Where the row is from.
    ///   - id: Names the row in a report; `nil` where it would name a person or a secret.
    ///   - make: Makes the value; `nil` and every error mean that the row does not hold one.
    /// - Returns: What was made.
    /// - Throws: `StoreError.damagedRow(table:id:)`. What exactly did not fit is left out, because the
    ///   words for it would quote the row.
    func decoded<Value>(
        from table: StoredTable, id: String?, _ make: (borrowing Row) throws -> Value?
    ) throws(StoreError) -> Value {
        do {
            if let value = try make(self) { return value }
        } catch {
            throw .damagedRow(table: table.rawValue, id: id)
        }
        throw .damagedRow(table: table.rawValue, id: id)
    }
}
