import Essentials
import SQLite

extension StoreRow {
    /// Makes a value of the row.
    ///
    /// - Parameters:
    ///   - table: The name of the row's table, for the report of damage.
    ///   - id: The identifier of the row in that report; `nil` where it would name a person or a secret.
    ///   - make: Makes the value; `nil` and every error mean that the row is damaged.
    /// - Returns: The value.
    /// - Throws: `StoreError.damagedRow(table:id:)`. It leaves out the cause, which would quote the row.
    func decoded<Value>(
        from table: String, id: String?, _ make: (borrowing StoreRow) throws -> Value?
    ) throws(StoreError) -> Value {
        do {
            if let value = try make(self) { return value }
        } catch {
            throw .damagedRow(table: table, id: id)
        }
        throw .damagedRow(table: table, id: id)
    }

    /// The instant in a column.
    func timestamp(_ column: Int) throws -> Timestamp {
        Timestamp(millisecondsSinceEpoch: try int64(column))
    }

    /// The instant in a column, or `nil` for NULL.
    func optionalTimestamp(_ column: Int) throws -> Timestamp? {
        try optionalInt64(column).map(Timestamp.init(millisecondsSinceEpoch:))
    }

    /// The day in a column.
    func date(_ column: Int) throws -> CalendarDate { CalendarDate(daysSinceEpoch: try int(column)) }
}
