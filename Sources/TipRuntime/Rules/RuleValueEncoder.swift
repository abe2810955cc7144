import FoundationEssentials
import TipCore
import TipRules

/// Encodes Swift values as rule values: members become fields of records, dates become moments.
struct RuleValueEncoder {
    /// The value of a parameter or a donation.
    ///
    /// - Throws: ``TipKitError/invalidPredicateValueType`` for a value that rules cannot hold (T48), such as
    ///   a whole number beyond 64 bits, and the errors of the type's own encoding.
    static func value<Encoded: Encodable>(of encoded: Encoded) throws -> RuleValue {
        if let simple = simpleValue(of: encoded) { return try checked(simple) }
        let node = EncodedNode()
        try encoded.encode(to: NodeEncoder(node: node, codingPath: []))
        return try checked(withNames(of: encoded, node.value))
    }

    /// A value within the limits of the byte format.
    private static func checked(_ value: RuleValue) throws -> RuleValue {
        guard !value.hasNaN else { throw TipKitError.invalidPredicateValueType }
        do {
            try RuleExpression.constant(value).check()
            return value
        } catch {
            throw TipKitError.invalidPredicateValueType
        }
    }

    /// The value of types that need no encoder.
    static func simpleValue<Encoded>(of encoded: Encoded) -> RuleValue? {
        switch encoded {
        case let truth as Bool: .boolean(truth)
        case let integer as Int: .integer(Int64(integer))
        case let number as Double: .number(number)
        case let text as String: .text(RuleText(text))
        case let date as Date: .time(RuleTime(date))
        default: nil
        }
    }

    /// Adds the stored members that the type encodes under other names, so that rules find them by their
    /// names in key paths.
    static func withNames<Encoded>(of encoded: Encoded, _ value: RuleValue) -> RuleValue {
        let mirror = Mirror(reflecting: encoded)
        guard case .record(let fields) = value,
            mirror.displayStyle == .struct || mirror.displayStyle == .class
        else {
            return value
        }
        let further = mirror.children.compactMap { child -> RuleField? in
            guard let label = child.label, !fields.contains(where: { $0.name == RuleText(label) }),
                let member = child.value as? any Encodable,
                case .some(let value) = try? Self.value(of: member)
            else { return nil }
            return RuleField(RuleText(label), value)
        }
        return .record(fields + further)
    }
}

extension RuleValue {
    /// Whether it has a not-a-number, which equals nothing and cannot be stored.
    fileprivate var hasNaN: Bool {
        switch self {
        case .number(let number): number.isNaN
        case .list(let elements): elements.contains { $0.hasNaN }
        case .record(let fields): fields.contains { $0.value.hasNaN }
        default: false
        }
    }
}

extension RuleTime {
    /// The moment of a date, down to whole microseconds.
    init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        self.init(microseconds: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
    }

    /// The moment as a date.
    var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

/// The values encoded so far at one place.
private final class EncodedNode {
    enum Content {
        case value(RuleValue)
        case list([EncodedNode])
        case record([(name: String, node: EncodedNode)])
    }

    var content = Content.record([])

    var value: RuleValue {
        switch content {
        case .value(let value): value
        case .list(let nodes): .list(nodes.map(\.value))
        case .record(let fields): .record(fields.map { RuleField(RuleText($0.name), $0.node.value) })
        }
    }

    func member(_ name: String) -> EncodedNode {
        let node = EncodedNode()
        var fields: [(name: String, node: EncodedNode)] = []
        if case .record(let known) = content { fields = known }
        fields.removeAll { $0.name == name }
        fields.append((name, node))
        content = .record(fields)
        return node
    }

    func element() -> EncodedNode {
        let node = EncodedNode()
        var nodes: [EncodedNode] = []
        if case .list(let known) = content { nodes = known }
        content = .list(nodes + [node])
        return node
    }

    var count: Int {
        if case .list(let nodes) = content { nodes.count } else { 0 }
    }

    func set<Encoded: Encodable>(_ encoded: Encoded, at path: [any CodingKey]) throws {
        if let simple = RuleValueEncoder.simpleValue(of: encoded) {
            content = .value(simple)
        } else {
            let inner = EncodedNode()
            try encoded.encode(to: NodeEncoder(node: inner, codingPath: path))
            content = .value(RuleValueEncoder.withNames(of: encoded, inner.value))
        }
    }

    func set<Number: BinaryInteger>(integer: Number) throws {
        guard let integer = Int64(exactly: integer) else { throw TipKitError.invalidPredicateValueType }
        content = .value(.integer(integer))
    }
}

private struct NodeEncoder: Encoder {
    let node: EncodedNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RecordEncoder(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .list([])
        return ListEncoder(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ValueEncoder(node: node, codingPath: codingPath)
    }
}

private struct ValueEncoder: SingleValueEncodingContainer {
    let node: EncodedNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.content = .value(.null) }
    func encode(_ value: Bool) { node.content = .value(.boolean(value)) }
    func encode(_ value: String) { node.content = .value(.text(RuleText(value))) }
    func encode(_ value: Double) { node.content = .value(.number(value)) }
    func encode(_ value: Float) { node.content = .value(.number(Double(value))) }
    func encode(_ value: Int) throws { try node.set(integer: value) }
    func encode(_ value: Int8) throws { try node.set(integer: value) }
    func encode(_ value: Int16) throws { try node.set(integer: value) }
    func encode(_ value: Int32) throws { try node.set(integer: value) }
    func encode(_ value: Int64) throws { try node.set(integer: value) }
    func encode(_ value: UInt) throws { try node.set(integer: value) }
    func encode(_ value: UInt8) throws { try node.set(integer: value) }
    func encode(_ value: UInt16) throws { try node.set(integer: value) }
    func encode(_ value: UInt32) throws { try node.set(integer: value) }
    func encode(_ value: UInt64) throws { try node.set(integer: value) }
    func encode<Encoded: Encodable>(_ value: Encoded) throws { try node.set(value, at: codingPath) }
}

private struct ListEncoder: UnkeyedEncodingContainer {
    let node: EncodedNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    private var next: ValueEncoder { ValueEncoder(node: node.element(), codingPath: codingPath) }

    func encodeNil() { next.encodeNil() }
    func encode(_ value: Bool) { next.encode(value) }
    func encode(_ value: String) { next.encode(value) }
    func encode(_ value: Double) { next.encode(value) }
    func encode(_ value: Float) { next.encode(value) }
    func encode(_ value: Int) throws { try next.encode(value) }
    func encode(_ value: Int8) throws { try next.encode(value) }
    func encode(_ value: Int16) throws { try next.encode(value) }
    func encode(_ value: Int32) throws { try next.encode(value) }
    func encode(_ value: Int64) throws { try next.encode(value) }
    func encode(_ value: UInt) throws { try next.encode(value) }
    func encode(_ value: UInt8) throws { try next.encode(value) }
    func encode(_ value: UInt16) throws { try next.encode(value) }
    func encode(_ value: UInt32) throws { try next.encode(value) }
    func encode(_ value: UInt64) throws { try next.encode(value) }
    func encode<Encoded: Encodable>(_ value: Encoded) throws { try next.encode(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        NodeEncoder(node: node.element(), codingPath: codingPath).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        NodeEncoder(node: node.element(), codingPath: codingPath).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { NodeEncoder(node: node.element(), codingPath: codingPath) }
}

private struct RecordEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodedNode
    let codingPath: [any CodingKey]

    private func member(_ key: Key) -> ValueEncoder {
        ValueEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { member(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) throws { try member(key).encode(value) }
    func encode<Encoded: Encodable>(_ value: Encoded, forKey key: Key) throws {
        try member(key).encode(value)
    }

    private func encoder(_ name: String) -> NodeEncoder {
        NodeEncoder(node: node.member(name), codingPath: codingPath)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key.stringValue).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }
}
