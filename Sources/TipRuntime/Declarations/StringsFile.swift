/// A table of texts as Apple's tools write it: `"key" = "text";`, with comments between (TD22).
struct StringsFile {
    /// The text of each key.
    private(set) var texts: [String: String] = [:]
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var line = 1

    /// Reads a file in UTF-8, or in UTF-16 with a byte order mark.
    ///
    /// - Throws: ``StringsFileError`` with the first line that is not a pair.
    /// - Complexity: O(*n*) in the number of bytes.
    init(_ bytes: [UInt8]) throws(StringsFileError) {
        guard let text = Self.decoded(bytes) else {
            throw StringsFileError(line: 1, reason: .notText)
        }
        scalars = Array(text.unicodeScalars)
        try skip()
        while place < scalars.count {
            let (key, start) = (try words(), line)
            try take("=")
            let value = try words()
            try take(";")
            guard texts.updateValue(value, forKey: Self.format(key)) == nil else {
                throw StringsFileError(line: start, reason: .keyTwice(key))
            }
        }
    }

    private static func decoded(_ bytes: [UInt8]) -> String? {
        let mark = Array(bytes.prefix(2))
        guard mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF] else {
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            return String(validating: bytes[start...], as: UTF8.self)
        }
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let (high, low) = mark == [0xFE, 0xFF] ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: bytes.count, by: 2).map { place in
            UInt16(bytes[place + high]) << 8 | UInt16(bytes[place + low])
        }
        return String(validating: units, as: UTF16.self)
    }

    /// The key as ``LocalizedKey`` writes it: a percent sign that does not begin a placeholder belongs to the
    /// text.
    private static func format(_ key: String) -> String {
        LocalizedKey.isFormat(key) ? key : LocalizedKey(stringLiteral: key).format
    }

    // MARK: - Parts

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private func mistake(_ reason: StringsFileError.Reason) -> StringsFileError {
        StringsFileError(line: line, reason: reason)
    }

    private mutating func advance() -> Unicode.Scalar? {
        guard let scalar = next else { return nil }
        place += 1
        if scalar == "\n" { line += 1 }
        return scalar
    }

    /// Skips spaces, line ends and comments.
    private mutating func skip() throws(StringsFileError) {
        while let scalar = next {
            if scalar.properties.isWhitespace {
                _ = advance()
            } else if scalar == "/", place + 1 < scalars.count, scalars[place + 1] == "/" {
                while let scalar = next, scalar != "\n" { _ = advance() }
            } else if scalar == "/", place + 1 < scalars.count, scalars[place + 1] == "*" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(StringsFileError) {
        let start = mistake(.openComment)
        place += 2
        while let scalar = advance() {
            if scalar == "*", next == "/" {
                place += 1
                return
            }
        }
        throw start
    }

    private mutating func take(_ wanted: Unicode.Scalar) throws(StringsFileError) {
        try skip()
        guard next == wanted else { throw mistake(.missing(Character(wanted))) }
        _ = advance()
        try skip()
    }

    /// A text in quotation marks, or a text that consists only of letters and digits.
    private mutating func words() throws(StringsFileError) -> String {
        guard next == "\"" else { return try word() }
        let open = mistake(.openText)
        _ = advance()
        var text = String.UnicodeScalarView()
        while let scalar = advance() {
            switch scalar {
            case "\"": return String(text)
            case "\\": text.append(try escaped())
            default: text.append(scalar)
            }
        }
        throw open
    }

    private mutating func word() throws(StringsFileError) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = next,
            scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar)
        {
            text.append(scalar)
            _ = advance()
        }
        guard !text.isEmpty else { throw mistake(.missing("\"")) }
        return String(text)
    }

    private mutating func escaped() throws(StringsFileError) -> Unicode.Scalar {
        switch advance() {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "\"": return "\""
        case "'": return "'"
        case "\\": return "\\"
        case "\n": return "\n"
        case "U", "u": return try unicode()
        default: throw mistake(.unknownEscape)
        }
    }

    /// A scalar written as four hexadecimal digits, or as a surrogate pair of UTF-16.
    private mutating func unicode() throws(StringsFileError) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), advance() == "\\",
            advance().map({ $0 == "U" || $0 == "u" }) == true
        else { throw mistake(.unknownEscape) }
        let second = try unit()
        guard UTF16.isTrailSurrogate(second) else { throw mistake(.unknownEscape) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func unit() throws(StringsFileError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let scalar = advance(), let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
                throw mistake(.unknownEscape)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

/// Why a file of texts was refused, and where.
public struct StringsFileError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// It is neither UTF-8 nor UTF-16 with a byte order mark.
        case notText
        /// Another character is in the place of this one.
        case missing(Character)
        /// A text has no end.
        case openText
        /// A comment has no end.
        case openComment
        /// The character after a backslash has no meaning.
        case unknownEscape
        /// The key has a text already.
        case keyTwice(String)
        /// The file, or the folder, cannot be read.
        case unreadable
    }

    /// The file; `nil` for bytes that were given.
    public internal(set) var file: String?
    /// The line, the first being 1.
    public let line: Int
    /// The mistake in that line.
    public let reason: Reason
}

extension StringsFileError: CustomStringConvertible {
    /// The place and the reason as a sentence.
    public var description: String {
        let place = file.map { "\($0):\(line)" } ?? "line \(line)"
        switch reason {
        case .notText: return "\(place): The file is neither UTF-8 nor UTF-16 with a byte order mark."
        case .missing(let character): return "\(place): There is no \(character) where one has to be."
        case .openText: return "\(place): The text has no end."
        case .openComment: return "\(place): The comment has no end."
        case .unknownEscape: return "\(place): What stands after the backslash has no meaning."
        case .keyTwice(let key): return "\(place): The key \(key) has a text already."
        case .unreadable: return "\(place): It cannot be read."
        }
    }
}
