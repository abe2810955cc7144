/// Why bytes are not one value in the canonical CBOR of CTAP2.
package enum CBORError: Error, Sendable, Hashable {
    /// The bytes end before the value does.
    case truncated
    /// A length or a number could be written shorter, or a length is left open.
    case notShortest
    /// A tag, a floating-point number, an undefined value, or a number beyond 64 bits with sign.
    case unsupported
    /// Arrays and maps nest deeper than four levels.
    case tooDeep
    /// A key of a map is neither a whole number nor a text.
    case keyType
    /// A key of a map does not sort after the one before it; so no key can stand twice.
    case keyOrder
    /// A text is not UTF-8.
    case invalidText
    /// Bytes follow the value.
    case trailingBytes
    /// There are more bytes than the decoder reads.
    case tooLarge
}
