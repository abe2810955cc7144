/// A value in the part of CBOR (RFC 8949) that authenticators write.
package enum CBORValue: Sendable, Hashable {
    /// A whole number.
    case integer(Int64)
    /// A byte string.
    case bytes([UInt8])
    /// A text.
    case text(String)
    /// A list of values.
    case array([CBORValue])
    /// Named values in the canonical order of their keys.
    case map([Member])
    /// The value `true` or `false`.
    case boolean(Bool)
    /// The value `null`.
    case null

    /// A key of a map and its value.
    package struct Member: Sendable, Hashable {
        /// The key, a whole number or a text.
        package let key: CBORValue
        /// The value.
        package let value: CBORValue
    }

    /// The value of a key of this map; `nil` when there is none, or when this is no map.
    ///
    /// - Complexity: O(*n*) in the number of members.
    subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The bytes of a byte string; `nil` for any other value.
    var byteString: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
}
