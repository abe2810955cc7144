import JSON
import Testing

struct StringPlainTests {
    @Test(arguments: [
        "", "Café ☕️", "日本語", "שלום", "a\u{200F}b\u{200E}c", "الأمر \u{2066}vicinity\u{2069} يُبقي",
        "\u{2067}a\u{2068}b\u{2069}c\u{2069}", "zero\u{200D}width", "soft\u{AD}hyphen",
    ])
    func `what stays in its place is left as it is`(text: String) {
        #expect(text.obeyedScalar == nil)
        #expect(text.plain == text)
    }

    @Test(
        arguments: [
            ("a\u{1B}[31mb", "\u{1B}", "a [31mb"), ("a\nb", "\n", "a b"), ("\u{9B}", "\u{9B}", " "),
            ("a\r\nb", "\r", "a  b"),
            ("a\u{2028}b", "\u{2028}", "a b"), ("a\u{2029}b", "\u{2029}", "a b"),
            ("\u{202E}abc", "\u{202E}", " abc"),
            ("\u{202A}a\u{202C}", "\u{202A}", " a "), ("a\u{2066}b", "\u{2066}", "a b"),
            ("a\u{2069}b", "\u{2069}", "a b"),
            ("\u{2069}a\u{2066}", "\u{2069}", " a "), ("\u{2067}\u{2066}a\u{2069}", "\u{2067}", "  a "),
            ("\u{2066}a\u{2069}\n\u{2067}b", "\n", " a   b"),
        ] as [(String, Unicode.Scalar, String)])
    func `what a screen obeys is found, and a space takes its place`(
        text: String, found: Unicode.Scalar, plain: String
    ) {
        #expect(text.obeyedScalar == found)
        #expect(text.plain == plain)
        #expect(text.plain.obeyedScalar == nil)
    }
}
