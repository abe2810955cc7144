import PostgreSQL
import SQLite

/// The current row of a query of either engine, valid only inside the closure that receives it.
///
/// Columns are numbered from zero. If a column has another type than the requested one, that is an error; there are no default
/// values.
struct StoreRow: ~Copyable {
    // Pointers, because a row of an engine cannot be copied; they live as long as the closure.
    private enum Source {
        case sqlite(UnsafePointer<Row>)
        case postgres(UnsafePointer<PostgresRow>)
    }

    private let source: Source

    /// Lends a row of SQLite to a closure.
    @inline(__always)
    static func reading<Element>(
        _ row: borrowing Row, _ body: (borrowing StoreRow) throws -> Element
    ) rethrows -> Element {
        try withUnsafePointer(to: row) { try body(StoreRow(source: .sqlite($0))) }
    }

    /// Lends a row of PostgreSQL to a closure.
    static func reading<Element>(
        _ row: borrowing PostgresRow, _ body: (borrowing StoreRow) throws -> Element
    ) rethrows -> Element {
        try withUnsafePointer(to: row) { try body(StoreRow(source: .postgres($0))) }
    }

    private init(source: Source) { self.source = source }

    /// The integer in a column.
    func int64(_ column: Int) throws -> Int64 {
        switch source {
        case .sqlite(let row): try row.pointee.int64(column)
        case .postgres(let row): try row.pointee.int64(column)
        }
    }

    /// The integer in a column, as the standard integer type.
    func int(_ column: Int) throws -> Int {
        switch source {
        case .sqlite(let row): try row.pointee.int(column)
        case .postgres(let row): try row.pointee.int(column)
        }
    }

    /// The truth value in a column.
    func bool(_ column: Int) throws -> Bool {
        switch source {
        case .sqlite(let row): try row.pointee.bool(column)
        case .postgres(let row): try row.pointee.bool(column)
        }
    }

    /// The real number in a column.
    func double(_ column: Int) throws -> Double {
        switch source {
        case .sqlite(let row): try row.pointee.double(column)
        case .postgres(let row): try row.pointee.double(column)
        }
    }

    /// The text in a column.
    func text(_ column: Int) throws -> String {
        switch source {
        case .sqlite(let row): try row.pointee.text(column)
        case .postgres(let row): try row.pointee.text(column)
        }
    }

    /// The bytes in a column.
    func blob(_ column: Int) throws -> [UInt8] {
        switch source {
        case .sqlite(let row): try row.pointee.blob(column)
        case .postgres(let row): try row.pointee.blob(column)
        }
    }

    /// The value of a column, of any type.
    func value(_ column: Int) throws -> SQLValue {
        switch source {
        case .sqlite(let row): try row.pointee.value(column)
        case .postgres(let row): SQLValue(try row.pointee.value(column))
        }
    }

    /// The value of a column, or a look at its bytes, without a copy where the engine allows it.
    ///
    /// - Returns: NULL or the number; `nil` when the bytes were read.
    func value(
        _ column: Int, withBytes read: (Row.ByteKind, UnsafeRawBufferPointer) throws -> Void
    ) throws -> SQLValue? {
        switch source {
        case .sqlite(let row): return try row.pointee.value(column, withBytes: read)
        case .postgres(let row):
            switch try row.pointee.value(column) {
            case .text(let text): try Array(text.utf8).withUnsafeBytes { try read(.text, $0) }
            case .utf8(let bytes): try bytes.withUnsafeBytes { try read(.text, $0) }
            case .bytes(let bytes): try bytes.withUnsafeBytes { try read(.blob, $0) }
            case let other: return SQLValue(other)
            }
            return nil
        }
    }

    /// Whether a column holds NULL.
    func isNull(_ column: Int) throws -> Bool {
        switch source {
        case .sqlite(let row): try row.pointee.isNull(column)
        case .postgres(let row): try row.pointee.isNull(column)
        }
    }

    /// The integer in a column, or `nil` for NULL.
    func optionalInt64(_ column: Int) throws -> Int64? { try isNull(column) ? nil : int64(column) }

    /// The integer in a column, as the standard integer type, or `nil` for NULL.
    func optionalInt(_ column: Int) throws -> Int? { try isNull(column) ? nil : int(column) }

    /// The truth value in a column, or `nil` for NULL.
    func optionalBool(_ column: Int) throws -> Bool? { try isNull(column) ? nil : bool(column) }

    /// The real number in a column, or `nil` for NULL.
    func optionalDouble(_ column: Int) throws -> Double? { try isNull(column) ? nil : double(column) }

    /// The text in a column, or `nil` for NULL.
    func optionalText(_ column: Int) throws -> String? { try isNull(column) ? nil : text(column) }

    /// The bytes in a column, or `nil` for NULL.
    func optionalBlob(_ column: Int) throws -> [UInt8]? { try isNull(column) ? nil : blob(column) }
}

@available(*, unavailable)
extension StoreRow: Sendable {}

extension SQLValue {
    /// The value in SQLite's terms.
    init(_ value: PostgresValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let text): self = .text(text)
        case .utf8(let bytes): self = .utf8(bytes)
        case .bytes(let bytes): self = .blob(bytes)
        }
    }
}
