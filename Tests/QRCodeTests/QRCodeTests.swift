import QRCode
import Testing

/// That readers find the text again is shown end to end, with a reader that we did not write.
struct QRCodeTests {
    @Test func `a code has the size of the smallest version that holds its text`() throws {
        #expect(try #require(QRCode("1234567890")).size == 21)
        #expect(try #require(QRCode("https://lunch.example.org/pair#WDJB-MJHT")).size == 29)
    }

    @Test func `three corners have a finder pattern, and the fourth has none`() throws {
        let code = try #require(QRCode("https://lunch.example.org/pair#WDJB-MJHT"))
        let finder = [
            "#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######",
        ]
        func corner(column: Int, row: Int) -> [String] {
            (0..<7).map { y in
                (0..<7).map { x in code[column: column + x, row: row + y] ? "#" : " " }.joined()
            }
        }
        let far = code.size - 7
        #expect(corner(column: 0, row: 0) == finder)
        #expect(corner(column: far, row: 0) == finder)
        #expect(corner(column: 0, row: far) == finder)
        #expect(corner(column: far, row: far) != finder)
    }

    @Test(arguments: ["", "NUL\0", String(repeating: "a", count: 2_332)])
    func `a text that no code can hold is refused`(text: String) {
        #expect(QRCode(text) == nil)
    }

    @Test func `the longest text has the largest size`() throws {
        #expect(try #require(QRCode(String(repeating: "a", count: 2_331))).size == 177)
    }

    @Test func `lines of a terminal have the quiet zone on each side`() throws {
        let code = try #require(QRCode("1234567890"))
        let lines = code.terminalLines.map {
            $0.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count)
        }
        #expect(lines.count == (21 + 8 + 1) / 2)
        #expect(lines.allSatisfy { $0.count == 29 })
        #expect(lines[0...1].allSatisfy { $0.allSatisfy { $0 == " " } })
        #expect(
            lines.allSatisfy {
                $0.prefix(4).allSatisfy { $0 == " " } && $0.suffix(4).allSatisfy { $0 == " " }
            })
    }
}
