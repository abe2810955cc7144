/// Cuts bytes that arrive in pieces into lines, none of which may be longer than a limit.
struct LineSplitter {
    /// A line without its end.
    enum Line: Equatable {
        case bytes([UInt8])
        /// One that was longer than the limit; it was not kept.
        case tooLong
    }

    /// The longest line that is kept: far more than an observation has.
    static let limit = 65_536

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// Takes the next piece, and gives the lines that end in it.
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

    /// Ends the last line; nothing when there is none.
    mutating func finish() -> Line? { rest.isEmpty ? nil : end() }

    private mutating func end() -> Line {
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        return isTooLong ? .tooLong : .bytes(rest)
    }
}
