/// A document for a receipt printer, from the top down; the printer cuts the paper after it.
public struct PrintedDocument: Hashable, Sendable {
    /// How a text looks.
    public struct Style: Hashable, Sendable {
        /// Whether it is bold.
        public var isBold: Bool
        /// Whether it is twice as wide and twice as high.
        public var isDoubled: Bool
        /// Whether it is centred.
        public var isCentred: Bool

        /// Makes a style.
        public init(isBold: Bool = false, isDoubled: Bool = false, isCentred: Bool = false) {
            self.isBold = isBold
            self.isDoubled = isDoubled
            self.isCentred = isCentred
        }

        /// Bold.
        public static let bold = Style(isBold: true)
        /// Centred.
        public static let centred = Style(isCentred: true)
        /// Bold, and twice as wide and high.
        public static let large = Style(isBold: true, isDoubled: true)
    }

    /// A part of a document.
    public enum Part: Hashable, Sendable {
        /// A text on as many lines as it needs; the lines after the first begin below the text that follows the indent.
        case text(String, style: Style = Style(), indent: Int = 0)
        /// A text at the left edge and one at the right edge, such as a name and an amount.
        case row(String, String, style: Style = Style())
        /// A rule across the paper.
        case rule
        /// An empty line.
        case space
        /// A QR code that the printer draws: 1 to 500 ASCII characters; other texts are left out.
        case qrCode(String)
    }

    /// The parts.
    public var parts: [Part]

    /// Makes a document.
    public init(_ parts: [Part] = []) { self.parts = parts }

    /// Counts the characters that a printer cannot write; each is printed as a question mark.
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    public func missingCharacterCount(in encoding: CharacterEncoding) -> Int {
        parts.reduce(0) { count, part in
            switch part {
            case .text(let text, _, _): count + encoding.missingCharacterCount(of: text)
            case .row(let left, let right, _):
                count + encoding.missingCharacterCount(of: left) + encoding.missingCharacterCount(of: right)
            case .rule, .space, .qrCode: count
            }
        }
    }
}
