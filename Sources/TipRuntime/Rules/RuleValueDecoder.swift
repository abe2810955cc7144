import FoundationEssentials
import TipCore
import TipRules

/// Decodes Swift values from rule values; the inverse of ``RuleValueEncoder``.
struct RuleValueDecoder {
    /// The value as its Swift type.
    ///
    /// - Throws: The error of the type's own decoding when the value no longer fits (TD16).
    static func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: RuleValue) throws -> Decoded {
        try ValueDecoder(value: value, codingPath: []).decode(type)
    }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: RuleValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .record(let fields) = value else { throw mismatch([String: String].self) }
        return KeyedDecodingContainer(RecordDecoder(fields: fields, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value else { throw mismatch([String].self) }
        return ListDecoder(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let truth) = value else { throw mismatch(type) }
        return truth
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = value, let string = String(validating: text.utf8, as: UTF8.self) else {
            throw mismatch(type)
        }
        return string
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch value {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: throw mismatch(type)
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        if type == Date.self {
            guard case .time(let time) = value, let date = time.date as? Decoded else { throw mismatch(type) }
            return date
        }
        return try type.init(from: self)
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard case .integer(let integer) = value, let number = Number(exactly: integer) else {
            throw mismatch(type)
        }
        return number
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        DecodingError.typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "The stored value is of another kind."))
    }
}

private struct ListDecoder: UnkeyedDecodingContainer {
    let elements: [RuleValue]
    let codingPath: [any CodingKey]
    var currentIndex = 0

    init(elements: [RuleValue], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private mutating func next() throws -> ValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                RuleValue.self,
                .init(codingPath: codingPath, debugDescription: "The stored list is too short."))
        }
        defer { currentIndex += 1 }
        return ValueDecoder(value: elements[currentIndex], codingPath: codingPath)
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        try next().decode(type)
    }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
        Key
    > {
        try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct RecordDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [RuleField]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.name.string) } }

    func contains(_ key: Key) -> Bool { fields.contains { $0.name == RuleText(key.stringValue) } }

    private func member(_ key: any CodingKey) throws -> ValueDecoder {
        guard let field = fields.first(where: { $0.name == RuleText(key.stringValue) }) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "The stored record has no such member."))
        }
        return ValueDecoder(value: field.value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
    func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
        try member(key).decode(type)
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try superDecoder(named: "super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(named: key.stringValue) }

    private func superDecoder(named name: String) throws -> any Decoder {
        let value = fields.first { $0.name == RuleText(name) }?.value ?? .null
        return ValueDecoder(value: value, codingPath: codingPath)
    }
}
