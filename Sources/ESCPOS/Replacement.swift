/// The replacement of a character that the encoding lacks, if there is a clear one.
enum Replacement {
    /// The characters to print instead, which may be none; `nil` when nothing can replace it.
    static func of(_ character: Character) -> [Character]? {
        if let known = known[character] { return Array(known) }
        let scalars = character.unicodeScalars
        // Characters that command a printer or turn the direction of reading are not for paper.
        if scalars.allSatisfy(\.isInvisible) { return character == "\n" || character == "\t" ? [" "] : [] }
        return scalars.first?.baseLetter.map { [$0] }
    }

    private static let known: [Character: String] = [
        "\u{2018}": "'", "\u{2019}": "'", "\u{201A}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
        "\u{201E}": "\"",
        "«": "\"", "»": "\"", "‹": "'", "›": "'", "\u{2010}": "-", "\u{2011}": "-", "–": "-", "—": "-",
        "−": "-",
        "…": "...", "•": "*", "·": "-", "×": "x", "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ",
        "\u{3000}": " ", "€": "EUR", "₩": "KRW", "¥": "JPY", "£": "GBP", "¢": "c", "ß": "ss", "ẞ": "SS",
        "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "©": "(c)", "®": "(r)", "™": "(tm)", "\r\n": " ",
    ]
}

extension Unicode.Scalar {
    /// Whether it is a control or a format character.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The letter of ASCII below an accent, by the name that Unicode gives the letter.
    fileprivate var baseLetter: Character? {
        if isASCII, properties.isAlphabetic { return Character(self) }
        guard let name = properties.name else { return nil }
        for (prefix, isCapital) in [("LATIN SMALL LETTER ", false), ("LATIN CAPITAL LETTER ", true)] {
            guard name.hasPrefix(prefix) else { continue }
            let rest = name.dropFirst(prefix.count)
            // "O WITH DOUBLE ACUTE" has a letter of one character; "DOTLESS I" and "ESH" have none.
            guard let letter = rest.first, rest.dropFirst().hasPrefix(" WITH ") else { return nil }
            return isCapital ? letter : Character(letter.lowercased())
        }
        return nil
    }

    /// Whether a printer in UTF-8 writes it without looking at its neighbours.
    var isWrittenAlone: Bool {
        switch value {
        case 0xA1...0x17F, 0x370...0x3FF, 0x401...0x45F, 0x2010...0x2026, 0x2030...0x203A, 0x20AC,
            0x2190...0x2193, 0x2500...0x257F, 0x25A0...0x25CF, 0x3000...0x303F, 0x3041...0x3096,
            0x309B...0x30FF,
            0x3131...0x318E, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFA6D,
            0xFF01...0xFF9F, 0xFFE0...0xFFE6:
            value != 0xAD && !isInvisible
        default: false
        }
    }

    /// How many columns it takes: two if it is wide (Unicode Standard Annex #11).
    var columns: Int {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6:
            2
        default: 1
        }
    }
}
