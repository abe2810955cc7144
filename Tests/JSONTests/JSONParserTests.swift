import JSON
import Testing

struct JSONParserTests {
    private func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    @Test(arguments: [
        ("null", JSONValue.null), ("true", .boolean(true)), (" false\r\n", .boolean(false)),
        ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number("9223372036854775808")),
        ("-9223372036854775809", .number("-9223372036854775809")),
        ("1.50", .number("1.50")), ("1e2", .number("1e2")), ("-0.0E-7", .number("-0.0E-7")),
        ("2E+0", .number("2E+0")),
        (#""""#, .string("")), (#""naïve 🍜""#, .string("naïve 🍜")), ("[]", .array([])), ("{}", .object([:])),
        ("[1, [2] ,{}]", .array([.integer(1), .array([.integer(2)]), .object([:])])),
        (#"{ "b" : 1 , "a" : null }"#, .object(["b": .integer(1), "a": .null])),
        (#"{"":{"":[]}}"#, .object(["": .object(["": .array([])])])),
    ])
    func `a text of the grammar becomes its value`(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000x""#, "\u{0}x"),
        (#""\u00e9\u00C9""#, "éÉ"),
        (#""a\ud83c\udf5cb""#, "a🍜b"), (#""\uFFFF""#, "\u{FFFF}"), (#""日\u672c語""#, "日本語"),
    ])
    func `escapes stand for their characters`(text: String, expected: String) throws {
        #expect(try parse(text) == .string(expected))
    }

    @Test(arguments: [
        ("", JSONSyntaxError.Reason.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
        ("nix", .valueExpected, 0), ("True", .valueExpected, 0), ("'a'", .valueExpected, 0),
        ("+1", .valueExpected, 0),
        ("NaN", .valueExpected, 0), (".5", .valueExpected, 0), ("[1,]", .valueExpected, 3),
        ("[,1]", .valueExpected, 1),
        ("01", .invalidNumber, 0), ("-01", .invalidNumber, 1), ("-", .unexpectedEnd, 1),
        ("-a", .invalidNumber, 1),
        ("1.", .unexpectedEnd, 2), ("1.e3", .invalidNumber, 2), ("1e", .unexpectedEnd, 2),
        ("1e+x", .invalidNumber, 3),
        ("0x10", .trailingText, 1), ("1 2", .trailingText, 2), ("{}}", .trailingText, 2),
        ("[] //", .trailingText, 3),
        ("[1 2]", .commaOrEndExpected, 3), ("[1}", .commaOrEndExpected, 2), ("[1", .unexpectedEnd, 2),
        (#"{"a":1,}"#, .nameExpected, 7), ("{a:1}", .nameExpected, 1), (#"{"a" 1}"#, .colonExpected, 5),
        (#"{"a":}"#, .valueExpected, 5), (#"{"a":1]"#, .commaOrEndExpected, 6), (#"{"a""#, .unexpectedEnd, 4),
        (#"{"a":1,"b":2,"a":3}"#, .duplicateName("a"), 13), (#"{"a":1,"\u0061":3}"#, .duplicateName("a"), 7),
        (#""\x""#, .invalidEscape, 1), (#""\u12g4""#, .invalidEscape, 1), (#""\u12"#, .unexpectedEnd, 5),
        (#""\ud83c""#, .loneSurrogate, 1), (#""\udf5c""#, .loneSurrogate, 1),
        (#""\ud83cx""#, .loneSurrogate, 1),
        (#""\ud83c\n""#, .loneSurrogate, 1), (#""\ud83c\ud83c""#, .loneSurrogate, 1),
        ("\"a\nb\"", .controlCharacter, 2), ("\"\\n\u{1F}\"", .controlCharacter, 3),
        ("\"a", .unexpectedEnd, 2),
        ("\u{FEFF}1", .byteOrderMark, 0), ("\u{A0}1", .valueExpected, 0),
    ])
    func `a text outside the grammar is refused at its place`(
        text: String, reason: JSONSyntaxError.Reason, offset: Int
    ) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try parse(text) }
        #expect(error.reason == reason)
        #expect(error.offset == offset)
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused at their place`(bytes: [UInt8]) throws {
        for prefix in [[], Array("é🍜".utf8), Array(#"é\n"#.utf8)] {
            let error = try #require(throws: JSONSyntaxError.self) {
                try JSONValue(parsing: [0x22] + prefix + bytes + [0x22])
            }
            #expect(error.reason == .invalidUTF8)
            #expect(error.offset == 1 + prefix.count)
        }
    }

    @Test func `the place of an error is a line and a column of code points`() throws {
        let error = try #require(throws: JSONSyntaxError.self) { try parse("{\n  \"é🍜\": ?\n}") }
        #expect((error.line, error.column) == (2, 9))
        #expect(error.description == "Line 2, column 9: a value is expected.")
    }

    @Test func `nesting is allowed up to the limit and refused beyond`() throws {
        let limits = JSONLimits(maximumDepth: 3)
        #expect(throws: Never.self) { try JSONValue(parsing: Array("[[[1]]]".utf8), limits: limits) }
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: Array(#"[{"a":[[1]]}]"#.utf8), limits: limits)
        }
        #expect(error.reason == .tooDeep(limit: 3))
        #expect(error.offset == 7)
    }

    @Test(arguments: ["[", #"{"a":"#]) func `a hundred thousand levels are refused`(opening: String) throws {
        let text = String(repeating: opening, count: 100_000)
        let error = try #require(throws: JSONSyntaxError.self) { try parse(text) }
        #expect(error.reason == .tooDeep(limit: 64))
    }

    @Test func `a duplicate name is found among many`() throws {
        let members = (0..<1_000).map { #""n\#($0)":0"# }
        #expect(throws: Never.self) { try parse("{" + members.joined(separator: ",") + "}") }
        let error = try #require(throws: JSONSyntaxError.self) {
            try parse("{" + (members + [#""n7":1"#]).joined(separator: ",") + "}")
        }
        #expect(error.reason == .duplicateName("n7"))
    }

    @Test(arguments: [
        (#"a\nb"#, #"a\nb"#), (#"\u001b[2J"#, #"\u{1B}[2J"#), (#"\u202ea"#, #"\u{202E}a"#),
        (#"\u2066a"#, #"\u{2066}a"#), ("café", "café"),
    ])
    func `a name that occurs twice is quoted without what a screen obeys`(name: String, quoted: String) throws
    {
        let error = try #require(throws: JSONSyntaxError.self) { try parse(#"{"\#(name)":0,"\#(name)":1}"#) }
        let place = "Line 1, column \(name.unicodeScalars.count + 7)"
        #expect(error.description == #"\#(place): the name "\#(quoted)" occurs twice."#)
        #expect(
            JSONDocumentError.syntax(error).lines(file: "f").first?.hasSuffix(#"\#(quoted)" occurs twice"#)
                == true)
    }

    @Test func `every truncation of a document is refused`() {
        let document = Array(#"{"a":[1,-2.5e+3,true,null],"é\ud83c\udf5c":{"b":"x\n","c":false}}"#.utf8)
        for length in 0..<document.count {
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(document.prefix(length))) }
        }
        #expect(throws: Never.self) { try JSONValue(parsing: document) }
    }
}
