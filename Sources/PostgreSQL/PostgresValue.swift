/// A value that a statement gets as an argument.
public enum PostgresValue: Equatable, Sendable {
    /// No value.
    case null
    /// A signed 64-bit integer, of the type `bigint`.
    case integer(Int64)
    /// A floating-point number, of the type `double precision`.
    case real(Double)
    /// Text, of the type `text`. The server refuses a zero character.
    case text(String)
    /// Text as bytes that are known to be UTF-8, of the type `text`.
    case utf8([UInt8])
    /// Bytes, of the type `bytea`.
    case bytes([UInt8])

    /// The number of the type in the server's catalogue; 0 lets the server infer it.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .integer: PostgresType.bigint
        case .real: PostgresType.doublePrecision
        case .text, .utf8: PostgresType.text
        case .bytes: PostgresType.bytea
        }
    }
}

/// The numbers of the types that a result may have, from the server's catalogue.
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let bigint: UInt32 = 20
    static let smallint: UInt32 = 21
    static let integer: UInt32 = 23
    static let text: UInt32 = 25
    static let json: UInt32 = 114
    static let real: UInt32 = 700
    static let doublePrecision: UInt32 = 701
    static let unknown: UInt32 = 705
    static let varchar: UInt32 = 1043
    static let name: UInt32 = 19
    static let numeric: UInt32 = 1700
}
