// Reading a value as a type.
extension JSONReader {
    /// This reader, or `nil` when the member is missing or `null`.
    public var optional: JSONReader? {
        switch content {
        case .missing, .unreachable, .value(.null): nil
        case .value: self
        }
    }

    /// Reads a text, optionally with a limited length.
    ///
    /// - Parameter length: The allowed number of Unicode code points.
    /// - Returns: The text, or `nil` when a mistake was noted.
    public func string(length: ClosedRange<Int>? = nil) -> String? {
        guard let text = required("a text", { if case .string(let text) = $0 { text } else { nil } }) else {
            return nil
        }
        guard let length, !length.contains(text.unicodeScalars.count) else { return text }
        note(.value, "must have \(length.readable) characters (Unicode code points)")
        return nil
    }

    /// Reads a text and converts it.
    ///
    /// - Parameters:
    ///   - parse: Returns the result, or `nil` when the text is not allowed.
    ///   - reason: The reason for a text that is not allowed, such as "must be an identifier".
    /// - Returns: The result, or `nil` when a mistake was noted.
    public func text<Result>(as parse: (String) -> Result?, _ reason: String) -> Result? {
        guard let text = string() else { return nil }
        if let result = parse(text) { return result }
        note(.value, reason)
        return nil
    }

    /// Reads a whole number in a range.
    ///
    /// - Parameter range: The allowed numbers.
    /// - Returns: The number, or `nil` when a mistake was noted.
    public func integer(in range: ClosedRange<Int64>) -> Int64? {
        guard let integer = required("a whole number", Self.wholeNumber) else { return nil }
        if range.contains(integer) { return integer }
        note(.value, "must be from \(range.lowerBound.readable) to \(range.upperBound.readable)")
        return nil
    }

    /// Reads a whole number in a range.
    ///
    /// - Parameter range: The allowed numbers.
    /// - Returns: The number, or `nil` when a mistake was noted.
    public func integer(in range: ClosedRange<Int>) -> Int? {
        integer(in: Int64(range.lowerBound)...Int64(range.upperBound)).map { Int($0) }
    }

    private static func wholeNumber(_ value: JSONValue) -> Int64? {
        if case .integer(let integer) = value { integer } else { nil }
    }

    /// Reads a number that may have decimals; not for money.
    ///
    /// - Parameter range: The allowed numbers.
    /// - Returns: The number, or `nil` when a mistake was noted.
    public func double(in range: ClosedRange<Double>) -> Double? {
        guard let double = required("a number", Self.anyNumber) else { return nil }
        if range.contains(double) { return double }
        note(.value, "must be from \(range.lowerBound.readable) to \(range.upperBound.readable)")
        return nil
    }

    private static func anyNumber(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let integer): Double(integer)
        case .number(let text): Double(text)
        default: nil
        }
    }

    /// Reads `true` or `false`.
    public func boolean() -> Bool? {
        required("true or false") { if case .boolean(let boolean) = $0 { boolean } else { nil } }
    }

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - count: The allowed number of elements.
    ///   - read: Reads one element; `nil` after a mistake.
    /// - Returns: The elements, or `nil` when a mistake was noted for the list or one of its elements.
    public func array<Element>(
        count: ClosedRange<Int>? = nil, _ read: (JSONReader) -> Element?
    ) -> [Element]? {
        guard let values = list() else { return nil }
        if let count, !count.contains(values.count) {
            note(.value, "must have \(count.readable) elements")
            return nil
        }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            let reader = JSONReader(.value(value), at: .element(index), order: index, in: self)
            if let element = read(reader) { elements.append(element) }
        }
        return elements.count == values.count ? elements : nil
    }

    /// Reads an object whose names are data, such as texts by language.
    ///
    /// - Parameter read: Reads one member; `nil` after a mistake.
    /// - Returns: The results, in order, or `nil` when a mistake was noted.
    public func members<Element>(_ read: (String, JSONReader) -> Element?) -> [Element]? {
        guard let object = object() else { return nil }
        let elements = object.members.indices.compactMap { index in
            read(object.members[index].name, member(index, of: object))
        }
        return elements.count == object.members.count ? elements : nil
    }

    /// Reads the value here, of any type.
    public func value() -> JSONValue? { required("a value") { $0 } }

    /// Notes a mistake for each member of this object whose name is not listed.
    ///
    /// - Parameters:
    ///   - known: The names of the allowed members.
    ///   - further: More names of allowed members.
    public func refuseUnknownMembers(except known: [String], _ further: [String] = []) {
        guard let object = object() else { return }
        for index in object.members.indices {
            let name = object.members[index].name
            guard !known.contains(name), !further.contains(name) else { continue }
            self.member(index, of: object).note(.unknownMember, "is not known here")
        }
    }

    private func list() -> [JSONValue]? {
        required("a list") { if case .array(let values) = $0 { values } else { nil } }
    }

    func object() -> JSONObject? {
        required("an object") { if case .object(let object) = $0 { object } else { nil } }
    }

    /// Extracts the content of the value, or notes that it is missing or has another type.
    private func required<Result>(_ type: StaticString, _ extract: (JSONValue) -> Result?) -> Result? {
        switch content {
        case .unreachable: return nil
        case .missing: note(.required, "is missing")
        case .value(let value):
            if let result = extract(value) { return result }
            note(.type, "must be \(type), not \(value.typeName)")
        }
        return nil
    }
}

extension JSONValue {
    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
