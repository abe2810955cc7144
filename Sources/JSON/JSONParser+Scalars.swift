// Texts and numbers.
extension JSONParser {
    /// Reads a text from its opening to its closing quotation mark.
    mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        var isASCII = true
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(start..<position - 1, isASCII: isASCII)
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw failure(.controlCharacter)
            default:
                if byte >= 0x80 { isASCII = false }
                position += 1
            }
        }
        throw failure(.unexpectedEnd)
    }

    private func text(_ range: Range<Int>, isASCII: Bool) throws(JSONSyntaxError) -> String {
        if isASCII { return String(decoding: bytes[range], as: UTF8.self) }
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw invalidUTF8(from: range)
        }
        return text
    }

    /// The error at the first byte that is not UTF-8.
    private func invalidUTF8(from range: Range<Int>) -> JSONSyntaxError {
        var offset = range.lowerBound
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes[range].makeIterator()
        while case .valid(let scalar) = decoder.parseScalar(from: &iterator) { offset += scalar.count }
        return failure(.invalidUTF8, at: offset)
    }

    /// Continues with a text at its first backslash.
    private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var unescaped = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let text = String(validating: unescaped, as: UTF8.self) else {
                    throw invalidUTF8(from: start..<position - 1)
                }
                return text
            case UInt8(ascii: "\\"): try escape(into: &unescaped)
            case 0..<0x20: throw failure(.controlCharacter)
            default:
                unescaped.append(byte)
                position += 1
            }
        }
        throw failure(.unexpectedEnd)
    }

    private mutating func escape(into unescaped: inout [UInt8]) throws(JSONSyntaxError) {
        guard position + 1 < bytes.count else { throw failure(.unexpectedEnd, at: bytes.count) }
        switch bytes[position + 1] {
        case UInt8(ascii: "u"): return unescaped.append(contentsOf: String(try escapedScalar()).utf8)
        case UInt8(ascii: "\""): unescaped.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): unescaped.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): unescaped.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        default: throw failure(.invalidEscape)
        }
        position += 2
    }

    /// Reads `\uXXXX`, or two of them when they are the halves of a surrogate pair.
    private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = position
        let first = try escapedUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            position + 1 == bytes.count || bytes[position + 1] == UInt8(ascii: "u")
        else { throw failure(position == bytes.count ? .unexpectedEnd : .loneSurrogate, at: start) }
        let second = try escapedUnit()
        guard (0xDC00...0xDFFF).contains(second) else { throw failure(.loneSurrogate, at: start) }
        let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00
        guard let scalar = Unicode.Scalar(code) else { throw failure(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func escapedUnit() throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for offset in position + 2..<position + 6 {
            guard offset < bytes.count else { throw failure(.unexpectedEnd, at: bytes.count) }
            guard let digit = Self.hexadecimalDigit(bytes[offset]) else { throw failure(.invalidEscape) }
            unit = unit << 4 | digit
        }
        position += 6
        return unit
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Reads a number; without fraction, exponent and overflow it is an integer.
    mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        let isNegative = skip(UInt8(ascii: "-"))
        var integer = try integerPart(isNegative: isNegative)
        if skip(UInt8(ascii: ".")) {
            integer = nil
            try digits()
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            integer = nil
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        if let integer { return .integer(integer) }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Reads digits without leading zeros; the result is `nil` when they do not fit 64 bits.
    private mutating func integerPart(isNegative: Bool) throws(JSONSyntaxError) -> Int64? {
        let start = position
        try digits()
        guard position == start + 1 || bytes[start] != UInt8(ascii: "0") else {
            throw failure(.invalidNumber, at: start)
        }
        // Counted downwards, because the smallest integer has no positive counterpart.
        var value: Int64 = 0
        for byte in bytes[start..<position] {
            let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooSmall) = shifted.subtractingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            if isTooLarge || isTooSmall { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        guard position > start else {
            throw failure(position == bytes.count ? .unexpectedEnd : .invalidNumber)
        }
    }
}
