import JSON

/// Rows of text in aligned columns.
///
/// Cells are made plain first, so that text of others cannot change what is around it.
struct Table {
    private let rows: [[String]]
    private let indent: Int

    init(_ rows: [[String]], indent: Int = 0) {
        self.rows = rows.map { $0.map(\.plain) }
        self.indent = indent
    }

    /// The lines; long last columns are not cut, and no line ends in blanks.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        // A line that explains the one above it begins with an empty cell; its last cell may run on.
        let widths = (0..<columns).map { column in
            rows.filter { $0.first?.isEmpty == false || $0.dropFirst(column + 1).contains { !$0.isEmpty } }
                .compactMap { column < $0.count ? $0[column].displayWidth : nil }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.displayWidth))
            }
            let line = String(repeating: " ", count: indent) + cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}

extension String {
    /// The width of the text in cells of a terminal: East Asian wide characters take two.
    var displayWidth: Int {
        unicodeScalars.reduce(0) { width, scalar in
            switch scalar.value {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
                width + 2
            case 0x0300...0x036F, 0x200B...0x200F, 0x2060...0x2069, 0xFE00...0xFE0F: width
            default: width + 1
            }
        }
    }
}
