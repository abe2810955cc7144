/// A value in one of SQLite's five storage classes.
public enum SQLValue: Equatable, Sendable {
    /// No value.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// A floating-point number; NaN is refused when it is bound, because SQLite would store NULL.
    case real(Double)
    /// Text, stored as UTF-8.
    case text(String)
    /// Text as bytes that are known to be UTF-8; stored without validation.
    case utf8([UInt8])
    /// Bytes, stored unchanged.
    case blob([UInt8])
}
