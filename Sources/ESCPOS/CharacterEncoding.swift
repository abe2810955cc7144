/// How a printer's characters become bytes.
///
/// The single-byte encodings are code pages that nearly every printer has. In UTF-8, printers of some makers write East Asian
/// characters too; scripts whose letters join or change places, such as Arabic and Thai, no encoding writes.
public enum CharacterEncoding: String, CaseIterable, Hashable, Sendable {
    /// Code page 437: English, and much of Western Europe; without `€`.
    case pc437
    /// Code page 858: Western Europe with `€`.
    case pc858
    /// Windows-1252: Western Europe with `€` and typographic quotes.
    case windows1252 = "windows-1252"
    /// UTF-8, in printers that understand `FS ( C`.
    case utf8 = "utf-8"

    /// Selects the encoding.
    var selection: [UInt8] {
        switch self {
        case .pc437: Self.selection(ofPage: 0)
        case .pc858: Self.selection(ofPage: 19)
        case .windows1252: Self.selection(ofPage: 16)
        case .utf8: [0x1C, 0x28, 0x43, 0x02, 0x00, 0x30, 0x02]  // FS ( C, function 48
        }
    }

    /// Selects a code page.
    ///
    /// `FS .` first: a printer for East Asia reads pairs of bytes as one character by default. `ESC R 0` keeps the characters
    /// of ASCII in their places.
    private static func selection(ofPage page: UInt8) -> [UInt8] {
        [0x1C, 0x2E, 0x1B, 0x52, 0x00, 0x1B, 0x74, page]
    }

    /// Counts the characters of a text that the printer cannot write.
    ///
    /// A character that can be replaced without doubt counts as written: typographic quotes by straight ones, a letter with an
    /// accent by the letter. Characters that control a printer are left out and do not count.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public func missingCharacterCount(of text: String) -> Int {
        glyphs(of: text).count { $0.isMissing }
    }

    /// The characters of a text as they are printed.
    func glyphs(of text: String) -> [Glyph] {
        text.flatMap { character -> [Glyph] in
            if let glyph = glyph(of: character) { return [glyph] }
            if let replacement = Replacement.of(character) { return replacement.compactMap(glyph(of:)) }
            return [.missing]
        }
    }

    /// A character that the encoding has.
    private func glyph(of character: Character) -> Glyph? {
        if let byte = character.asciiValue { return (0x20...0x7E).contains(byte) ? Glyph([byte]) : nil }
        switch self {
        case .pc437: return CodePage.pc437.bytes[character].map { Glyph([$0]) }
        case .pc858: return CodePage.pc858.bytes[character].map { Glyph([$0]) }
        case .windows1252: return CodePage.windows1252.bytes[character].map { Glyph([$0]) }
        case .utf8:
            // A letter and its accent as one scalar, if there is one.
            let scalars = CodePage.composed(character).unicodeScalars
            guard scalars.count == 1, let scalar = scalars.first, scalar.isWrittenAlone else { return nil }
            return Glyph(Array(String(scalar).utf8), width: scalar.columns)
        }
    }
}

/// A character as it is printed.
struct Glyph: Hashable, Sendable {
    let bytes: [UInt8]
    /// How many columns it takes.
    let width: Int
    let isMissing: Bool

    init(_ bytes: [UInt8], width: Int = 1, isMissing: Bool = false) {
        self.bytes = bytes
        self.width = width
        self.isMissing = isMissing
    }

    static let space = Glyph([0x20])
    static let missing = Glyph([0x3F], isMissing: true)
}

/// The upper half of a single-byte encoding.
struct CodePage: Sendable {
    let bytes: [Character: UInt8]

    private init(_ characters: String) {
        bytes = Dictionary(
            zip(characters, UInt8(0x80)...0xFF).filter { $0.0 != "\u{A0}" && $0.0 != "\u{FFFD}" }
        ) { first, _ in first }
    }

    /// The character as the code pages write it; characters are equal however an accent is spelled.
    static func composed(_ character: Character) -> Character {
        guard character.unicodeScalars.count > 1 else { return character }
        for page in [pc858, windows1252] {
            if let index = page.bytes.index(forKey: character) { return page.bytes[index].key }
        }
        return character
    }

    static let pc437 = CodePage(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}")
    static let pc858 = CodePage(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
            + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{A0}±‗¾¶§÷¸°¨·¹³²■\u{A0}")
    static let windows1252 = CodePage(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{A0}®¯°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")
}
