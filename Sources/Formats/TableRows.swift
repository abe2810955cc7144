/// Iterates over the rows of a table of numbers; empty lines are skipped.
struct TableRows: Sendable {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        skipEmptyLines()
    }

    /// The next row.
    func peek() -> TableRow? {
        guard offset < bytes.count else { return nil }
        let lineEnd = bytes[offset...].firstIndex(of: UInt8(ascii: "\n"))
        return TableRow(bytes: bytes[offset..<(lineEnd ?? bytes.count)], hasLineEnd: lineEnd != nil)
    }

    mutating func advance(behind row: TableRow) {
        offset = row.end
        skipEmptyLines()
    }

    private mutating func skipEmptyLines() {
        while offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") || bytes[offset] == UInt8(ascii: "\r")
        {
            offset += 1
        }
    }
}

/// One row of a table of numbers.
struct TableRow: Sendable {
    private let bytes: ArraySlice<UInt8>
    let hasLineEnd: Bool

    init(bytes: ArraySlice<UInt8>, hasLineEnd: Bool) {
        self.bytes = bytes
        self.hasLineEnd = hasLineEnd
    }

    var offset: Int { bytes.startIndex }
    var end: Int { bytes.endIndex }

    /// The texts between the commas, without surrounding spaces.
    var cells: [Substring] {
        String(decoding: bytes, as: UTF8.self)
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { cell in
                let start = cell.drop { $0 == " " || $0 == "\r" }
                return start.prefix { $0 != " " && $0 != "\r" }
            }
    }
}
