/// A table of comma-separated values (RFC 4180), or of values with semicolons or tabs, which spreadsheets write in many countries.
struct TableText: Sendable {
    /// A row with the number of its first line, from 1.
    struct Row: Hashable, Sendable {
        let line: Int
        let cells: [String]
    }

    /// The rows that are not empty.
    let rows: [Row]

    /// Reads a table; `nil` when the text is not UTF-8 or a quotation is not closed.
    ///
    /// - Parameter bytes: The text in UTF-8, with or without a byte order mark.
    /// - Complexity: O(*n*) in the number of bytes.
    init?(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = TableReader(bytes)
        guard let rows = reader.read() else { return nil }
        self.rows = rows.filter { row in row.cells.contains { !$0.isEmpty } }
    }
}

private struct TableReader {
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let bytes: [UInt8]
    private let separator: UInt8
    private var rows: [TableText.Row] = []
    private var cells: [String] = []
    private var cell: [UInt8] = []
    private var isQuoted = false
    private var line = 1
    private var start = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let head = bytes.prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
        let candidates: [UInt8] = Array(",;\t".utf8)
        let counts = candidates.map { candidate in (candidate, head.count { $0 == candidate }) }
        separator = counts.reduce(counts[0]) { $1.1 > $0.1 ? $1 : $0 }.0
    }

    mutating func read() -> [TableText.Row]? {
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case Self.quote where cell.allSatisfy({ $0 == UInt8(ascii: " ") }) && !isQuoted:
                guard let end = readQuoted(from: place) else { return nil }
                place = end
            case separator: endCell()
            case Self.lineFeed: endRow()
            case Self.carriageReturn:
                if place < bytes.count, bytes[place] == Self.lineFeed { place += 1 }
                endRow()
            default: cell.append(byte)
            }
        }
        if !cell.isEmpty || !cells.isEmpty || isQuoted { endRow() }
        return rows
    }

    /// Reads up to the closing quotation mark; a doubled quotation mark stands for one.
    private mutating func readQuoted(from start: Int) -> Int? {
        cell = []
        isQuoted = true
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == Self.quote {
                guard place < bytes.count, bytes[place] == Self.quote else { return place }
                place += 1
            }
            if byte == Self.lineFeed { line += 1 }
            cell.append(byte)
        }
        return nil
    }

    private mutating func endCell() {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
        if !isQuoted {
            cell = Array(cell.drop(while: isSpace))
            while let last = cell.last, isSpace(last) { cell.removeLast() }
        }
        cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
        isQuoted = false
    }

    private mutating func endRow() {
        endCell()
        rows.append(TableText.Row(line: start, cells: cells))
        cells = []
        line += 1
        start = line
    }
}
