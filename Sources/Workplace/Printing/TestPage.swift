public import ESCPOS

/// A page that shows whether a printer is set as the campus file says.
public enum TestPage: Sendable {
    /// The page for a profile: its ruler fills the line, and its letters are those that it names.
    public static func document(for profile: PrinterProfile) -> PrintedDocument {
        var ruler = ""
        for column in 1...profile.columns { ruler += column % 10 == 0 ? String(column / 10 % 10) : "." }
        var parts: [PrintedDocument.Part] = [
            .text("Vicinity", style: .init(isBold: true, isDoubled: true, isCentred: true)),
            .text("Test page", style: .centred), .rule, .text(ruler),
            .row("\(profile.columns) columns", profile.encoding.rawValue), .rule,
            .text("e with acute: é   u with diaeresis: ü"), .text("n with tilde: ñ   sharp s: ß"),
        ]
        if profile.encoding != .pc437 { parts.append(.text("euro: €")) }
        if profile.encoding == .utf8 { parts += [.text("Japanese: 日本語"), .text("Korean: 한국어")] }
        return PrintedDocument(
            parts + [
                .text("bold", style: .bold), .text("large", style: .large),
                .qrCode("https://vicinity.invalid/test"),
            ])
    }
}
