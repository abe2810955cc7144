import CPostgreSQL

/// A row of a result, valid only inside the closure that receives it.
///
/// Columns are numbered from zero. If a column has another type than the requested one, that is an error; there are no default
/// values. Integers of each size, `boolean` (as zero or one) and whole `numeric` values, which `sum` returns, count as integers.
@safe
public struct PostgresRow: ~Copyable {
    private let result: ResultHandle
    private let sql: String
    /// The number of the row.
    var index: Int32 = 0

    init(_ result: ResultHandle, sql: String) {
        self.result = result
        self.sql = sql
    }

    /// The integer in a column.
    ///
    /// - Throws: ``PostgresError`` if it holds something else or does not fit.
    public func int64(_ column: Int) throws -> Int64 {
        let type = try type(of: column)
        let bytes = unsafe try bytes(column)
        switch (type, bytes.count) {
        case (PostgresType.bigint, 8): return unsafe Int64(bitPattern: bytes.bigEndian())
        case (PostgresType.integer, 4): return unsafe Int64(Int32(bitPattern: bytes.bigEndian()))
        case (PostgresType.smallint, 2): return unsafe Int64(Int16(bitPattern: bytes.bigEndian()))
        case (PostgresType.bool, 1): return unsafe Int64(bytes[0])
        case (PostgresType.numeric, 8...):
            guard let number = unsafe Numeric.wholeNumber(bytes) else {
                throw mismatch(column, "a number that is not whole or too large")
            }
            return number
        default: throw mismatch(column, "the type \(type) instead of an integer")
        }
    }

    /// The integer in a column, as the standard integer type.
    ///
    /// - Throws: ``PostgresError`` if it holds something else or does not fit.
    public func int(_ column: Int) throws -> Int {
        guard let number = Int(exactly: try int64(column)) else {
            throw mismatch(column, "too large a number")
        }
        return number
    }

    /// The truth value in a column, as `boolean` or as the integer zero or one.
    ///
    /// - Throws: ``PostgresError`` if it holds something else.
    public func bool(_ column: Int) throws -> Bool {
        switch try int64(column) {
        case 0: return false
        case 1: return true
        default: throw mismatch(column, "an integer other than zero and one")
        }
    }

    /// The real number in a column.
    ///
    /// - Throws: ``PostgresError`` if it holds something else, even an integer.
    public func double(_ column: Int) throws -> Double {
        let type = try type(of: column)
        let bytes = unsafe try bytes(column)
        switch (type, bytes.count) {
        case (PostgresType.doublePrecision, 8): return unsafe Double(bitPattern: bytes.bigEndian())
        case (PostgresType.real, 4): return unsafe Double(Float(bitPattern: bytes.bigEndian()))
        default: throw mismatch(column, "the type \(type) instead of a real number")
        }
    }

    /// The text in a column.
    ///
    /// - Throws: ``PostgresError`` if it holds something else.
    /// - Complexity: O(*n*) in the length of the text.
    public func text(_ column: Int) throws -> String {
        switch try type(of: column) {
        case PostgresType.text, PostgresType.varchar, PostgresType.name, PostgresType.json,
            PostgresType.unknown:
            // The connection's encoding is UTF-8, and the server sends nothing else.
            return unsafe String(decoding: try bytes(column), as: UTF8.self)
        case let type: throw mismatch(column, "the type \(type) instead of a text")
        }
    }

    /// The bytes in a column.
    ///
    /// - Throws: ``PostgresError`` if it holds something else.
    /// - Complexity: O(*n*) in the number of bytes.
    public func blob(_ column: Int) throws -> [UInt8] {
        let type = try type(of: column)
        guard type == PostgresType.bytea else {
            throw mismatch(column, "the type \(type) instead of bytes")
        }
        return unsafe Array(try bytes(column))
    }

    /// The value of a column, of any type that this row can read.
    ///
    /// - Throws: ``PostgresError`` for other types, and if there is no such column.
    public func value(_ column: Int) throws -> PostgresValue {
        if try isNull(column) { return .null }
        switch try type(of: column) {
        case PostgresType.bytea: return .bytes(try blob(column))
        case PostgresType.doublePrecision, PostgresType.real: return .real(try double(column))
        case PostgresType.text, PostgresType.varchar, PostgresType.name, PostgresType.json,
            PostgresType.unknown:
            return .text(try text(column))
        default: return .integer(try int64(column))
        }
    }

    /// Whether a column holds NULL.
    ///
    /// - Throws: ``PostgresError`` if there is no such column.
    public func isNull(_ column: Int) throws -> Bool {
        try requireColumn(column)
        return unsafe PQgetisnull(result.pointer, index, Int32(column)) == 1
    }

    private func type(of column: Int) throws -> UInt32 {
        try requireColumn(column)
        return unsafe PQftype(result.pointer, Int32(column))
    }

    /// The bytes of a value, which live as long as the result.
    @unsafe
    private func bytes(_ column: Int) throws -> UnsafeRawBufferPointer {
        guard unsafe PQgetisnull(result.pointer, index, Int32(column)) == 0 else {
            throw mismatch(column, "NULL")
        }
        let count = unsafe Int(PQgetlength(result.pointer, index, Int32(column)))
        return unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result.pointer, index, Int32(column)), count: count)
    }

    private func requireColumn(_ column: Int) throws {
        guard column >= 0, column < Int(result.columnCount) else {
            throw PostgresError(
                state: PostgresError.range, message: "there is no column \(column) in the row", sql: sql)
        }
    }

    private func mismatch(_ column: Int, _ found: String) -> PostgresError {
        PostgresError(
            state: PostgresError.mismatch, message: "column \(column) holds \(found)", sql: sql)
    }
}

@available(*, unavailable)
extension PostgresRow: Sendable {}

extension UnsafeRawBufferPointer {
    /// The integer in network order that fills the buffer; the caller has checked the length.
    fileprivate func bigEndian<Number: FixedWidthInteger>() -> Number {
        unsafe Number(bigEndian: loadUnaligned(as: Number.self))
    }
}

/// The server's binary form of `numeric`: digits to the base 10,000.
private enum Numeric {
    private static let negative: UInt16 = 0x4000

    /// The number, if it is whole and fits.
    @unsafe
    static func wholeNumber(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        func word(_ index: Int) -> UInt16 {
            unsafe UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
        }
        let (count, weight, sign) = (Int(word(0)), Int(Int16(bitPattern: word(1))), word(2))
        guard bytes.count == 8 + 2 * count, sign == 0 || sign == negative else { return nil }
        var number: Int64 = 0
        for position in 0..<max(count, weight + 1) {
            let digit = position < count ? Int64(word(4 + position)) : 0
            guard position <= weight else {
                if digit != 0 { return nil }
                continue
            }
            // Below zero, because the least number has no counterpart above.
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10_000)
            let (difference, isBeyond) = product.subtractingReportingOverflow(digit)
            if isTooLarge || isBeyond { return nil }
            number = difference
        }
        if sign == negative { return number }
        return number == .min ? nil : -number
    }
}
