public import TipRuntime

/// A line of a tip for a terminal: its text and its kind (TD21).
///
/// The terminal chooses the look, breaks long lines, and offers the buttons in its own way.
public struct TipLine: Hashable, Sendable {
    /// The depth of the line; elements inside a tap area or above another element are one level deeper.
    public let level: Int
    /// The kind of the line.
    public let kind: Kind
    /// The text, the label, or the name of a picture without a label; empty for a choice without words.
    public let words: String

    /// The kind of a line.
    public enum Kind: Hashable, Sendable {
        /// A text.
        case text(TipElement.Role)
        /// A picture.
        case picture
        /// A button; one that closes needs no words.
        case button(closes: Bool)
        /// A tap area, which consists of the deeper lines below it.
        case tapArea(closes: Bool)
    }
}

extension TipElement {
    /// The tree as lines, from top to bottom, with texts in the reader's language.
    ///
    /// - Parameters:
    ///   - languages: The languages that the reader knows, the best first.
    ///   - catalogue: The catalogue with the texts.
    /// - Returns: The lines, each with its level; the first level is zero.
    public func lines(
        in languages: [String] = [], from catalogue: TextCatalogue = TextCatalogue()
    ) -> [TipLine] {
        lines(at: 0) { $0.resolved(in: languages, from: catalogue) }
    }

    private func lines(at level: Int, _ string: (Text) -> String) -> [TipLine] {
        func line(_ kind: TipLine.Kind, _ words: String?) -> TipLine {
            TipLine(level: level, kind: kind, words: words ?? "")
        }
        switch self {
        case .stack(_, _, _, let children):
            return children.flatMap { $0.lines(at: level, string) }
        case .text(let text, let role):
            return [line(.text(role), string(text))]
        case .image(let image, let label, _):
            return [line(.picture, label.map(string) ?? image.name)]
        case .button(let label, let action):
            return [line(.button(closes: action.closes), (label ?? action.label).map(string))]
        case .tapArea(let child, let label, let action):
            let area = line(.tapArea(closes: action.closes), (label ?? action.label).map(string))
            return [area] + child.lines(at: level + 1, string)
        case .overlay(let over, let below, _):
            return below.lines(at: level, string) + over.lines(at: level + 1, string)
        }
    }
}

extension TipElement.TapAction {
    fileprivate var closes: Bool {
        if case .close = self { true } else { false }
    }
}
