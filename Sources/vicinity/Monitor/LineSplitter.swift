/// Splits bytes that arrive in pieces into lines of limited length.
struct LineSplitter {
    /// A line without its end.
    enum Line: Equatable {
        case bytes([UInt8])
        /// A line longer than the limit; its bytes are dropped.
        case tooLong
    }

    /// The longest line in bytes, far longer than an observation.
    static let limit = 65_536

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// Adds a piece, and returns the lines that end in it.
    mutating func take(_ piece: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in piece {
            if byte == UInt8(ascii: "\n") {
                lines.append(end())
            } else if rest.count < Self.limit {
                rest.append(byte)
            } else {
                isTooLong = true
            }
        }
        return lines
    }

    /// Returns the last line; `nil` when there is none.
    mutating func finish() -> Line? { rest.isEmpty ? nil : end() }

    private mutating func end() -> Line {
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        return isTooLong ? .tooLong : .bytes(rest)
    }
}
