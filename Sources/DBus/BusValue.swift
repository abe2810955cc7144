/// A value of a D-Bus message.
package indirect enum BusValue: Hashable, Sendable {
    case boolean(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    case bytes([UInt8])
    /// The values and the type of each.
    case array([BusValue], of: String)
    case structure([BusValue])
    /// The entries, and the types of key and value.
    case dictionary([BusEntry], of: String)
    case variant(BusValue)
}

/// An entry of a D-Bus dictionary.
package struct BusEntry: Hashable, Sendable {
    package let key: BusValue
    package let value: BusValue

    /// Makes an entry.
    package init(key: BusValue, value: BusValue) {
        self.key = key
        self.value = value
    }
}

extension BusValue {
    /// The type, as D-Bus writes it.
    package var type: String {
        switch self {
        case .boolean: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(_, let type): "a" + type
        case .structure(let values): "(" + values.map(\.type).joined() + ")"
        case .dictionary(_, let types): "a{" + types + "}"
        case .variant: "v"
        }
    }

    /// A dictionary of named values of any type.
    package static func properties(_ members: [(String, BusValue)]) -> BusValue {
        .dictionary(members.map { BusEntry(key: .string($0.0), value: .variant($0.1)) }, of: "sv")
    }

    /// The value without the variants around it.
    package var plain: BusValue {
        if case .variant(let value) = self { value.plain } else { self }
    }

    /// The text of a string or a path.
    package var text: String? {
        switch plain {
        case .string(let text), .path(let text): text
        default: nil
        }
    }

    /// A number, whatever its size.
    package var number: Int? {
        switch plain {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(exactly: number)
        case .uint64(let number): Int(exactly: number)
        default: nil
        }
    }

    /// Whether it is true; `nil` for what is no Boolean.
    package var truth: Bool? {
        if case .boolean(let truth) = plain { truth } else { nil }
    }

    /// The bytes of an array of bytes.
    package var data: [UInt8]? {
        switch plain {
        case .bytes(let bytes): bytes
        // Some write the bytes one by one, each in a variant.
        case .array(let values, _):
            values.reduce(into: [UInt8]?.some([])) { bytes, value in
                guard let number = value.number, let byte = UInt8(exactly: number) else { return bytes = nil }
                bytes?.append(byte)
            }
        default: nil
        }
    }

    /// The values of an array.
    package var elements: [BusValue] {
        if case .array(let values, _) = plain { values } else { [] }
    }

    /// The entries of a dictionary.
    package var entries: [BusEntry] {
        if case .dictionary(let entries, _) = plain { entries } else { [] }
    }

    /// The values of a dictionary by their names; the last one of a name counts.
    package var members: [String: BusValue] {
        Dictionary(entries.compactMap { entry in entry.key.text.map { ($0, entry.value.plain) } }) { $1 }
    }
}
