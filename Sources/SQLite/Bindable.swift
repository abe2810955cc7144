/// A value that can be the argument of a statement.
///
/// Identifiers with a raw value conform without a body:
///
/// ```swift
/// struct TicketID: RawRepresentable, Bindable { let rawValue: Int64 }
/// ```
public protocol Bindable {
    /// The value in SQLite's terms.
    var sqlValue: SQLValue { get }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
    /// The raw value in SQLite's terms.
    public var sqlValue: SQLValue { rawValue.sqlValue }
}

extension SQLValue: Bindable {
    /// The value itself.
    public var sqlValue: SQLValue { self }
}

extension Int64: Bindable {
    /// The number as an integer.
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int: Bindable {
    /// The number as an integer.
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: Bindable {
    /// One for true and zero for false.
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
    /// The number as a real.
    public var sqlValue: SQLValue { .real(self) }
}

extension String: Bindable {
    /// The text.
    public var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: Bindable {
    /// The bytes as a blob.
    public var sqlValue: SQLValue { .blob(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
    /// The wrapped value, or NULL.
    public var sqlValue: SQLValue {
        switch self {
        case .none: .null
        case .some(let value): value.sqlValue
        }
    }
}
