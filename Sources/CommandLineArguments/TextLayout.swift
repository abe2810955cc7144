/// Lays text out for a terminal of eighty columns.
enum TextLayout {
    static let width = 80

    /// Breaks words into lines that fit between an indentation and the edge.
    ///
    /// A word that is longer than a line gets a line of its own.
    static func wrap(_ words: [String], indentation: Int, first: String = "") -> [String] {
        let indent = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var line = first.isEmpty ? indent : first
        var isEmpty = true
        for word in words {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }

    static func paragraph(_ text: String) -> String {
        wrap(words(of: text), indentation: 0).joined(separator: "\n")
    }

    /// Sets labels on the left and their explanations in a column on the right.
    ///
    /// A label that is too long for its column gets a line of its own.
    static func columns(_ rows: [(label: String, text: String)]) -> String {
        let longest = rows.map(\.label.count).max() ?? 0
        let column = min(longest, 26) + 4
        return rows.map { row in row.text.isEmpty ? "  \(row.label)" : columns(row, at: column) }
            .joined(separator: "\n")
    }

    private static func columns(_ row: (label: String, text: String), at column: Int) -> String {
        let label = "  \(row.label)"
        let words = words(of: row.text)
        guard label.count + 2 <= column else {
            return ([label] + wrap(words, indentation: column)).joined(separator: "\n")
        }
        let first = label + String(repeating: " ", count: column - label.count)
        return wrap(words, indentation: column, first: first).joined(separator: "\n")
    }

    private static func words(of text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
