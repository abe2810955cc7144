import JSON
import TipCore

/// A tip as lines for a terminal.
///
/// Texts with different reading directions never share a line. A terminal that supports bidirectional text
/// decides the direction line by line; other terminals leave the letters in their order.
struct TerminalTipText {
    private static let mostCells = 76
    private static let indent = "  "

    let text: String

    /// Lays a tip out; the command that closes the tip has all options that it needs.
    init(
        _ tip: TerminalTipOffer.Tip, words: TipWords, options: String = "", width: Int,
        showsWeight: Bool = Screen.showsWeight
    ) {
        let cells = max(min(width, Self.mostCells) - Self.indent.count, 18)
        let title = Self.wrapped(tip.title, cells).map { showsWeight ? "\u{1B}[1m\($0)\u{1B}[0m" : $0 }
        let message = tip.message.map { Self.wrapped($0, cells) } ?? []
        let closing = Self.closingLines(words, "vicinity tips close \(tip.definition.id)\(options)", cells)
        text =
            "\n"
            + ([words.heading] + (title + message + closing).map { Self.indent + $0 }).joined(separator: "\n")
    }

    /// How to close a tip for good; the command is on one line, so that people can copy it.
    private static func closingLines(_ words: TipWords, _ command: String, _ cells: Int) -> [String] {
        let line = "\(words.closing) \(command)"
        let fits = words.sharesLines && line.displayWidth <= cells
        return fits ? [line] : wrapped(words.closing, cells) + [command]
    }

    /// The lines of a text that are no wider than so many cells: broken at spaces, and between wide characters
    /// of scripts without spaces.
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
        return whole((lines + [line]).map { String($0.reversed().drop { $0 == " " }.reversed()) })
    }

    /// The lines.
    ///
    /// Each line closes its open isolates, and the next line opens them again: a terminal with bidirectional text
    /// forgets open isolates at the end of a line.
    private static func whole(_ lines: [String]) -> [String] {
        var open = ""
        return lines.map { line in
            let begun = open + line
            for scalar in line.unicodeScalars where (0x2066...0x2069).contains(scalar.value) {
                if scalar == endOfIsolate {
                    open.unicodeScalars.removeLast()
                } else {
                    open.unicodeScalars.append(scalar)
                }
            }
            return begun + String(String.UnicodeScalarView(open.unicodeScalars.map { _ in endOfIsolate }))
        }
    }

    private static let endOfIsolate: Unicode.Scalar = "\u{2069}"

    /// The pieces between which a line may break: words with the spaces behind them, and single wide characters of scripts
    /// without spaces, unless what follows closes or ends something.
    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var last: Character?
        for character in text.plain {
            let breaks = last.map { last in
                last == " " && character != " "
                    || (last.breaksAlone || character.breaksAlone) && !closing.contains(character)
                        && !opening.contains(last)
            }
            if breaks ?? true { pieces.append("") }
            pieces[pieces.count - 1].append(character)
            last = character
        }
        return pieces
    }

    private static let closing: Set<Character> = [
        "、", "。", "」", "』", "）", "！", "？", "：", "・", "ー", "っ", "ゃ", "ゅ", "ょ", ",", ".",
    ]
    private static let opening: Set<Character> = ["「", "『", "（"]
}

extension Character {
    /// Whether a line may break beside it without a space.
    ///
    /// Korean is wide too, but breaks between words only.
    fileprivate var breaksAlone: Bool {
        String(self).displayWidth > 1 && !unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }
}
