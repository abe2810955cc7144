/// A style sheet of the pages, read rule by rule, so that it can be joined with others; without comments and indentation.
struct PageStyleSheet: Sendable {
    enum Line: Hashable, Sendable {
        case rule(String)
        /// `@import url("…");`
        case imported(path: String)
    }

    /// The path within the folder `Web`.
    let path: String
    let lines: [Line]

    /// Reads a style sheet.
    ///
    /// - Throws: ``WebFilesError/styleSheet(file:rule:)`` for an address in any other form than `@import url("…");` on a line of its own.
    init(_ text: String, path: String) throws(WebFilesError) {
        self.path = path
        var lines: [Line] = []
        for line in Self.withoutComments(text).split(separator: UInt8(ascii: "\n")) {
            let rule = String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
            if rule.isEmpty { continue }
            if let imported = Self.importedPath(rule, from: path) {
                lines.append(.imported(path: imported))
            } else if rule[...].hasBytes(of: "url(") || rule.hasPrefix("@import") {
                throw .styleSheet(file: path, rule: rule)
            } else {
                lines.append(.rule(rule))
            }
        }
        self.lines = lines
    }

    private static func importedPath(_ rule: String, from path: String) -> String? {
        guard rule.hasPrefix("@import url(\""), rule.hasSuffix("\");") else { return nil }
        let address = rule.dropFirst("@import url(\"".count).dropLast("\");".count)
        return address.hasPrefix("../")
            ? String(address).resolved(from: path) : "./\(address)".resolved(from: path)
    }

    /// The text without what stands between `/*` and `*/` outside quotation marks.
    private static func withoutComments(_ text: String) -> [UInt8] {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            [UInt8](unsafeUninitializedCapacity: bytes.count) { kept, count in
                var quote: UInt8?
                var isComment = false
                var last: UInt8 = 0
                // Not `for`, as in `PageModule`.
                var index = 0
                while index < bytes.count {
                    let byte = bytes[index]
                    index += 1
                    let before = last
                    last = byte
                    if isComment {
                        isComment = !(byte == UInt8(ascii: "/") && before == UInt8(ascii: "*"))
                    } else if byte == UInt8(ascii: "*"), before == UInt8(ascii: "/"), quote == nil {
                        count -= 1
                        isComment = true
                        // The same character does not also end the comment.
                        last = 0
                    } else {
                        kept[count] = byte
                        count += 1
                        if byte == quote {
                            quote = nil
                        } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                            quote = byte
                        }
                    }
                }
            }
        }
    }
}
