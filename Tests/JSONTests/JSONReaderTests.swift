import JSON
import Testing

private struct Line: Equatable {
    let item: String
    let quantity: Int

    init?(_ reader: JSONReader) {
        let item = reader["item"].text(as: { $0.isEmpty ? nil : $0 }, "must not be empty")
        let quantity = reader["quantity"].integer(in: 1...99)
        reader.refuseUnknownMembers(except: ["item", "quantity"])
        guard let item, let quantity else { return nil }
        self.item = item
        self.quantity = quantity
    }
}

private struct Basket {
    let cafe: String
    let note: String?
    let lines: [Line]

    init?(_ reader: JSONReader) {
        let cafe = reader["cafe"].string(length: 1...10)
        note = reader["note"].optional?.string()
        let lines = reader["lines"].array(count: 1...3, Line.init)
        guard let cafe, let lines else { return nil }
        self.cafe = cafe
        self.lines = lines
    }
}

struct JSONReaderTests {
    private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private func mistakes(in text: String) throws -> [String] {
        let value = try value(text)
        let error = try #require(throws: JSONMistakes.self) { try value.read(Basket.init) }
        return error.list.map { "\($0.path.pointer) \($0.code.rawValue)" }
    }

    @Test func `a right text becomes what it describes`() throws {
        let text = #"{"lines":[{"item":"ramen","quantity":2}],"cafe":"main","note":null}"#
        let basket = try value(text).read(Basket.init)
        #expect(basket.cafe == "main")
        #expect(basket.note == nil)
        #expect(basket.lines.map(\.item) == ["ramen"])
        #expect(basket.lines.map(\.quantity) == [2])
    }

    @Test(arguments: [
        ("{}", ["/cafe required", "/lines required"]),
        ("[]", [" type"]),
        (#"{"cafe":null,"lines":{}}"#, ["/cafe type", "/lines type"]),
        (#"{"cafe":"","lines":[]}"#, ["/cafe value", "/lines value"]),
        (
            #"{"cafe":"a","lines":[1,{}]}"#,
            ["/lines/0 type", "/lines/1/item required", "/lines/1/quantity required"]
        ),
        (
            #"{"note":5,"lines":[{"x":1,"quantity":1.5,"item":""}],"cafe":12}"#,
            [
                "/note type", "/lines/0/x unknown-member", "/lines/0/quantity type", "/lines/0/item value",
                "/cafe type",
            ]
        ),
        (#"{"lines":[{"item":"a","quantity":100}]}"#, ["/lines/0/quantity value", "/cafe required"]),
    ])
    func `every mistake is reported once, in the order of the text`(text: String, expected: [String]) throws {
        #expect(try mistakes(in: text) == expected)
    }

    @Test func `nothing is reported below a missing or mistyped value`() throws {
        let reader = JSONReader(try value(#"{"b":1}"#))
        #expect(reader["a"]["x"]["y"].string() == nil)
        #expect(reader["a"]["z"].boolean() == nil)
        #expect(reader["b"]["x"].integer(in: 0...1) == nil)
        let error = try #require(throws: JSONMistakes.self) { try reader.finish(1) }
        #expect(error.list.map(\.description) == ["b must be an object, not a number.", "a is missing."])
    }

    @Test func `a mistake of the caller's own keeps its place and code`() throws {
        let reader = JSONReader(try value(#"{"a/b":{"~":[0]}}"#))
        _ = reader["a/b"]["~"].array { element -> Int? in
            element.note("sold-out", "is sold out")
            return nil
        }
        let error = try #require(throws: JSONMistakes.self) { try reader.finish(Int?.none) }
        #expect(error.list.map(\.code) == ["sold-out"])
        #expect(error.list.map(\.path.pointer) == ["/a~1b/~0/0"])
        #expect(error.description == "a/b.~[0] is sold out.")
    }

    @Test func `places and reasons contain no control characters; pointers stay as they are`() throws {
        let text = JSONValue.object(["a\nb": ["\u{202E}": 1]])
        let mistakes = try #require(throws: JSONMistakes.self) {
            try text.read { reader -> Void? in
                reader["a\nb"]["\u{202E}"].note(.value, "is no \u{1B}")
                return nil
            }
        }
        let mistake = try #require(mistakes.list.first)
        #expect("\(mistake.path)" == #"a\nb.\u{202E}"#)
        #expect(mistake.reason == #"is no \u{1B}"#)
        #expect(mistakes.description == #"a\nb.\u{202E} is no \u{1B}."#)
        #expect(mistake.path.pointer == "/a\nb/\u{202E}")
    }

    @Test func `a result that is missing without a mistake is a mistake of the whole text`() throws {
        let error = try #require(throws: JSONMistakes.self) { try JSONValue.null.read { _ in Int?.none } }
        #expect(error.description == "the whole text is not valid.")
    }

    @Test(arguments: [("1", 1), ("-2.5", -2.5), ("1e1", 10)]) func `numbers are read with decimals`(
        text: String, expected: Double
    ) throws {
        #expect(try value(text).read { $0.double(in: -90...90) } == expected)
    }

    @Test(arguments: ["1e999", "90.1", "-91", #""1""#]) func `numbers outside the range are refused`(
        text: String
    ) throws {
        let value = try value(text)
        #expect(throws: JSONMistakes.self) { try value.read { $0.double(in: -90...90) } }
    }

    @Test(arguments: [
        (0.0...9e11, "must be from 0 to 900,000,000,000"), (-90...90.5, "must be from -90 to 90.5"),
        (1e-6...0.00025, "must be from 0.000001 to 0.00025"),
        (-1.5e-7...1e20, "must be from -0.00000015 to 1e+20"),
    ])
    func `limits of numbers are written as a person writes them`(range: ClosedRange<Double>, reason: String)
        throws
    {
        let error = try #require(throws: JSONMistakes.self) {
            try JSONValue.number("-1e30").read { $0.double(in: range) }
        }
        #expect(error.list.map(\.reason) == [reason])
    }

    @Test(arguments: [
        (2...2, "must have 2 elements"), (0...999, "must have at most 999 elements"),
        (1...1_000_000, "must have 1 to 1,000,000 elements"),
    ])
    func `limits of lists are written as a person writes them`(range: ClosedRange<Int>, reason: String) throws
    {
        let list = JSONValue.array(range.contains(0) ? Array(repeating: .null, count: 1_000) : [])
        let error = try #require(throws: JSONMistakes.self) {
            try list.read { $0.array(count: range) { $0 } }
        }
        #expect(error.list.map(\.reason) == [reason])
    }

    @Test(arguments: [
        ("0", true), ("255", true), ("256", false), ("-1", false), ("9223372036854775808", false),
    ])
    func `a whole number must be in its range`(text: String, isAllowed: Bool) throws {
        let reader = JSONReader(try value(text))
        #expect((reader.integer(in: 0...255) != nil) == isAllowed)
        #expect((reader.integer(in: Int64(0)...255) != nil) == isAllowed)
    }

    @Test func `members whose names are data are read in order`() throws {
        let texts = try value(#"{"ja":"昼","en":"lunch"}"#).read {
            $0.members { name, text in
                text.string().map { "\(name)=\($0)" }
            }
        }
        #expect(texts == ["ja=昼", "en=lunch"])
    }

    @Test(arguments: [(999, false), (1_000, false), (1_001, true), (100_000, true)])
    func `only the first thousand mistakes are kept, and the report says that there are more`(
        count: Int, areMore: Bool
    ) throws {
        let value = JSONValue.array(Array(repeating: .null, count: count))
        let error = try #require(throws: JSONMistakes.self) {
            try value.read { reader in reader.array { $0.string() } }
        }
        let kept = error.list.filter { $0.code == .type }
        #expect(kept.map(\.path.pointer) == (0..<min(count, 1_000)).map { "/\($0)" })
        #expect(error.list.dropFirst(kept.count).map(\.code) == (areMore ? [.furtherMistakes] : []))
    }

    @Test func `a second mistake at a place that is already told is not a further one`() throws {
        let value = JSONValue.array(Array(repeating: .null, count: 1_000))
        let error = try #require(throws: JSONMistakes.self) {
            try value.read { reader in
                reader.array { element in
                    element.note(.value, "is wrong")
                    return element.string()
                }
            }
        }
        #expect(error.list.count == 1_000)
    }
}
