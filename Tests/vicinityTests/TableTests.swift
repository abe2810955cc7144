import Testing

@testable import vicinity

struct TableTests {
    @Test
    func `columns line up, also with wide characters, and no line ends in blanks`() {
        let table = Table([["抹茶", "¥500", ""], ["tea", "¥80", "sold out"]])
        #expect(table.text == "抹茶  ¥500\ntea   ¥80   sold out")
    }

    @Test
    func `what has nothing to its right does not widen its column`() {
        let table = Table(
            [["a", "Name", "€1"], ["", "  a long line about the choices", ""], ["bb", "N", "€10"]], indent: 2)
        #expect(
            table.text == """
                  a   Name  €1
                        a long line about the choices
                  bb  N     €10
                """)
    }

    @Test
    func `no cell reaches beyond its place`() {
        let text = Table([["a\u{202E}b", "c\nd"], ["\u{1B}[2J", "\u{2066}ok\u{2069}"]]).text
        #expect(text == "a b   c d\n [2J  \u{2066}ok\u{2069}")
    }

    @Test
    func `no rows are no text`() {
        #expect(Table([]).text.isEmpty)
    }
}
