extension HTTPRequest {
    /// The first value of a name in the query, decoded; an empty text when the name has no value.
    ///
    /// - Throws: a ``Problem`` with code `bad-query` when any part of the query is badly encoded.
    public func queryValue(_ name: String) throws(Problem) -> String? {
        try queryPairs().first { $0.name == name }?.value
    }

    /// Every value of a name in the query, decoded, in order.
    ///
    /// - Throws: a ``Problem`` with code `bad-query` when any part of the query is badly encoded.
    public func queryValues(_ name: String) throws(Problem) -> [String] {
        try queryPairs().filter { $0.name == name }.map(\.value)
    }

    /// The pairs of the query, decoded, in order.
    ///
    /// - Throws: a ``Problem`` with code `bad-query` when any part of the query is badly encoded.
    public func queryPairs() throws(Problem) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for piece in query[...].utf8.split(separator: UInt8(ascii: "&")) {
            let middle = piece.firstIndex(of: UInt8(ascii: "="))
            let encodedValue = middle.map { piece[piece.index(after: $0)...] } ?? piece[piece.endIndex...]
            guard let name = PercentEncoding.decode(piece[..<(middle ?? piece.endIndex)], plusIsSpace: true),
                let value = PercentEncoding.decode(encodedValue, plusIsSpace: true)
            else {
                throw Problem(
                    .badRequest, code: "bad-query",
                    detail: "A name or value is not correctly percent-encoded.")
            }
            pairs.append((name, value))
        }
        return pairs
    }

    /// The first cookie of this name, without surrounding quotes.
    public func cookie(_ name: String) -> String? {
        for line in fields.values("Cookie") {
            for pair in line.split(separator: ";") {
                guard let middle = pair.firstIndex(of: "="), pair[..<middle].trimmingBlanks() == name else {
                    continue
                }
                return String(unquoted(pair[pair.index(after: middle)...].trimmingBlanks()))
            }
        }
        return nil
    }
}

private func unquoted(_ text: Substring) -> Substring {
    guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    return text.dropFirst().dropLast()
}
