import TipCore

/// A tip as lines for a terminal.
///
/// Our own English words and those of the tip never share a line: a terminal that knows the direction of reading decides it
/// line by line, and one that does not leaves the letters in their order.
struct TerminalTipText {
    private static let mostCells = 76
    private static let indent = "  "

    let text: String

    /// Lays a tip out; the line that closes it has the options without which it would not work as it stands.
    init(_ tip: TipOffer.Tip, options: String = "", width: Int, showsWeight: Bool = Screen.showsWeight) {
        let cells = max(min(width, Self.mostCells) - Self.indent.count, 18)
        let title = Self.wrapped(tip.title, cells).map { showsWeight ? "\u{1B}[1m\($0)\u{1B}[0m" : $0 }
        let message = tip.message.map { Self.wrapped($0, cells) } ?? []
        let closing = Self.closingLines("vicinity tips close \(tip.definition.id)\(options)", cells)
        text = "\n" + (["Tip"] + (title + message + closing).map { Self.indent + $0 }).joined(separator: "\n")
    }

    /// How to close a tip for good; the command stands on one line, so that it can be taken from there as it is.
    private static func closingLines(_ command: String, _ cells: Int) -> [String] {
        let words = "Close this tip for good:"
        let line = "\(words) \(command)"
        return line.displayWidth <= cells ? [line] : wrapped(words, cells) + [command]
    }

    /// The lines of a text that are no wider than so many cells: broken at spaces, and between wide characters.
    static func wrapped(_ text: String, _ cells: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for piece in pieces(text) {
            let trimmed = String(piece.reversed().drop { $0 == " " }.reversed())
            if !line.isEmpty, line.displayWidth + trimmed.displayWidth > cells {
                lines.append(line)
                line = ""
            }
            line += piece
        }
        return (lines + [line]).map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    /// The pieces between which a line may break: words with the spaces behind them, and single wide characters, unless what
    /// follows closes or ends something.
    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var last: Character?
        for character in clean(text) {
            let breaks = last.map { last in
                last == " " && character != " "
                    || (last.isWide || character.isWide) && !closing.contains(character)
                        && !opening.contains(last)
            }
            if breaks ?? true { pieces.append("") }
            pieces[pieces.count - 1].append(character)
            last = character
        }
        return pieces
    }

    private static let closing: Set<Character> = [
        "、", "。", "」", "』", "）", "！", "？", "・", "ー", "っ", "ゃ", "ゅ", "ょ", ",", ".",
    ]
    private static let opening: Set<Character> = ["「", "『", "（"]

    /// The text without what a terminal would take for a command.
    private static func clean(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

extension Character {
    fileprivate var isWide: Bool { String(self).displayWidth > 1 }
}
