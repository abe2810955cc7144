extension JSONWriter {
    /// Writes a value with everything in it.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .boolean(let boolean): self.boolean(boolean)
        case .integer(let integer): self.integer(integer)
        case .number(let text): raw(text)
        case .string(let text): string(text)
        case .array(let values): array { for value in values { $0.value(value) } }
        case .object(let object):
            self.object { json in
                for member in object.members { json.member(named: member.name) { $0.value(member.value) } }
            }
        }
    }
}

extension JSONValue {
    /// The value as a JSON text in UTF-8, without spaces.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}
