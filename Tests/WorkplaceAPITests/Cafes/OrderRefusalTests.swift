import HTTPCore
import JSON
import Testing

/// Orders that are refused: each names what is wrong, and changes nothing.
@Suite(.timeLimit(.minutes(1)))
struct OrderRefusalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let body: [UInt8]
        var who = "ada"
        let status: Int
        let code: String
        var errors: [String] = []
        var testDescription: String { name }

        init(
            _ name: String, _ body: String, who: String = "ada", _ status: Int, _ code: String,
            _ errors: [String] = []
        ) {
            self.init(name, Array(body.utf8), who: who, status, code, errors)
        }

        init(
            _ name: String, _ body: [UInt8], who: String = "ada", _ status: Int, _ code: String,
            _ errors: [String] = []
        ) {
            self.name = name
            self.body = body
            self.who = who
            self.status = status
            self.code = code
            self.errors = errors
        }
    }

    private static func lines(_ lines: String, cafe: String = "main-cafe", further: String = "") -> String {
        """
        {"cafe": "\(cafe)", "expectedTotal": {"amount": 510, "currency": "EUR"}, "lines": [\(lines)]\(further)}
        """
    }

    static let forms: [Case] = [
        Case("nothing", "", 400, "malformed-json"),
        Case("half an object", #"{"cafe": "#, 400, "malformed-json"),
        Case("no UTF-8", [0x22, 0xFF, 0x22], 400, "malformed-json"),
        Case(
            "a text with a broken letter", Array(#"{"cafe": ""#.utf8) + [0xC3] + Array(#""}"#.utf8), 400,
            "malformed-json"),
        Case("deep nesting", String(repeating: "[", count: 5_000), 400, "malformed-json"),
        Case("a name twice", #"{"cafe": "main-cafe", "cafe": "main-cafe"}"#, 400, "malformed-json"),
        Case("a list", "[]", 400, "invalid-request", [" type"]),
        Case(
            "an empty object", "{}", 400, "invalid-request",
            ["/cafe required", "/lines required", "/expectedTotal required"]),
        Case(
            "a number for a café", lines("").replacing(#""main-cafe""#, with: "7"), 400, "invalid-request",
            ["/cafe type"]),
        Case("no identifier", lines("", cafe: "Main Café"), 400, "invalid-request", ["/cafe value"]),
        Case("lines that are none", lines("7"), 400, "invalid-request", ["/lines/0 type"]),
        Case(
            "a quantity in words", lines(#"{"item": "soup", "quantity": "two"}"#), 400, "invalid-request",
            ["/lines/0/quantity type"]),
        Case(
            "half an item", lines(#"{"item": "soup", "quantity": 0.5}"#), 400, "invalid-request",
            ["/lines/0/quantity type"]),
        Case(
            "more than 64 bits", lines(#"{"item": "soup", "quantity": 99999999999999999999}"#), 400,
            "invalid-request",
            ["/lines/0/quantity type"]),
        Case(
            "a large exponent", lines(#"{"item": "soup", "quantity": 1e400}"#), 400, "invalid-request",
            ["/lines/0/quantity type"]),
        Case(
            "a price from the client",
            lines(#"{"item": "soup", "quantity": 1, "unitPrice": {"amount": 1, "currency": "EUR"}}"#),
            400, "invalid-request", ["/lines/0/unitPrice unknown-member"]),
        Case(
            "a choice without a name",
            lines(#"{"item": "soup", "quantity": 1, "choices": [{"quantity": 1}]}"#), 400,
            "invalid-request", ["/lines/0/choices/0/choice required"]),
        Case(
            "a currency that is none", lines("").replacing("EUR", with: "euro"), 400, "invalid-request",
            ["/expectedTotal/currency value"]),
        Case(
            "a position", lines("", further: #", "position": {"latitude": 52.5, "longitude": 13.4}"#), 400,
            "invalid-request", ["/position unknown-member"]),
        Case(
            "a position in pieces", lines("", further: #", "latitude": 52.5, "longitude": 13.4"#), 400,
            "invalid-request",
            ["/latitude unknown-member", "/longitude unknown-member"]),
    ]

    static let meanings: [Case] = [
        Case("an unknown café", lines("", cafe: "nowhere"), 404, "unknown-cafe"),
        Case("C49 a closed café", lines("", cafe: "tokyo-cafe"), 409, "cafe-closed"),
        Case("C17 no lines", lines(""), 422, "invalid-basket", ["/lines empty"]),
        Case(
            "C17 an unknown item", lines(#"{"item": "pizza", "quantity": 1}"#), 422, "invalid-basket",
            ["/lines/0/item unknown-item"]),
        Case(
            "C17 an unknown choice in the second line",
            lines(
                #"{"item": "soup", "quantity": 1}, {"item": "soup", "quantity": 1, "choices": [{"choice": "gold"}]}"#
            ), 422,
            "invalid-basket", ["/lines/1/choices/0/choice unknown-choice"]),
        Case(
            "C17 a choice is missing", lines(#"{"item": "burger", "quantity": 1}"#), 422, "invalid-basket",
            ["/lines/0/choices too-few-choices"]),
        Case(
            "C17 too many of a choice",
            lines(#"{"item": "soup", "quantity": 1, "choices": [{"choice": "cream", "quantity": 3}]}"#),
            422, "invalid-basket",
            ["/lines/0/choices/0/quantity too-many-of-choice", "/lines/0/choices too-many-choices"]),
        Case(
            "C17 a choice twice",
            lines(#"{"item": "soup", "quantity": 1, "choices": [{"choice": "cream"}, {"choice": "cream"}]}"#),
            422,
            "invalid-basket", ["/lines/0/choices/1/choice duplicate-choice"]),
        Case(
            "C17 none of an item", lines(#"{"item": "soup", "quantity": 0}"#), 422, "invalid-basket",
            ["/lines/0/quantity quantity-out-of-range"]),
        Case(
            "C17 less than none", lines(#"{"item": "soup", "quantity": -1}"#), 422, "invalid-basket",
            ["/lines/0/quantity quantity-out-of-range"]),
        Case(
            "C17 too many", lines(#"{"item": "soup", "quantity": 21}"#), 422, "invalid-basket",
            ["/lines/0/quantity quantity-out-of-range"]),
        Case(
            "C17 the largest number", lines(#"{"item": "soup", "quantity": 9223372036854775807}"#), 422,
            "invalid-basket",
            ["/lines/0/quantity quantity-out-of-range"]),
        Case(
            "C17 a long note",
            lines(#"{"item": "soup", "quantity": 1, "note": "\#(String(repeating: "x", count: 141))"}"#), 422,
            "invalid-basket", ["/lines/0/note note-too-long"]),
        Case(
            "C17 too many lines",
            lines(Array(repeating: #"{"item": "soup", "quantity": 1}"#, count: 51).joined(separator: ",")),
            422, "invalid-basket", ["/lines too-many-lines"]),
        Case("C32 another total", APIFixture.soup(1, total: 509), 409, "total-changed"),
        Case(
            "C32 another currency", APIFixture.soup().replacing("EUR", with: "USD"), 409, "total-changed"),
        Case(
            "C46 an account that does not cover it", APIFixture.soup(), who: "poor", 402, "insufficient-funds"
        ),
        Case("C46 no account in the currency", APIFixture.soup(), who: "yoko", 409, "no-account-in-currency"),
        Case("C48 more than are left", APIFixture.cake(4), 409, "sold-out"),
    ]

    @Test(arguments: forms + meanings)
    func `a refused order names its field and leaves nothing behind`(refused: Case) async throws {
        try await withAPIFixture { bench in
            let client = try await bench.signIn(refused.who)
            let before = try await bench.stateFingerprint()
            let answer = try await bench.post(
                "/api/v1/orders", refused.body, as: client, [("Idempotency-Key", "refused")])
            #expect(answer.status == refused.status, "\(answer.text)")
            #expect(answer.code == .string(refused.code))
            #expect(refused.errors.allSatisfy(answer.errors.contains), "\(answer.errors)")
            #expect(refused.errors.isEmpty == answer.errors.isEmpty)
            let after = try await bench.stateFingerprint()
            #expect(after == before)
            // The key is free still, and no number of the day's sequence was spent.
            let next = try await bench.order(
                APIFixture.soup(), key: "refused", as: try await bench.signIn("grace"))
            #expect(next["number"] == "001")
        }
    }

    @Test(
        arguments: [
            ([], "idempotency-key-required"), ([("Idempotency-Key", "")], "invalid-request"),
            ([("Idempotency-Key", "a b")], "invalid-request"),
            ([("Idempotency-Key", String(repeating: "k", count: 65))], "invalid-request"),
        ] as [([(String, String)], String)])
    func `an order needs a key of its own`(fields: [(String, String)], code: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.post(
                "/api/v1/orders", APIFixture.soup(), as: try await bench.signIn("ada"), fields)
            #expect(answer.status == 400)
            #expect(answer.code == .string(code))
        }
    }

    @Test(arguments: [
        "no\u{0}onions", "no\u{1B}[31m onions", "no\nonions", "no\u{85}onions", "no\u{2028}onions",
        "\u{202E}snoino on",
        "e" + String(repeating: "\u{301}", count: 9), "\u{2067}no onions",
    ])
    func `a note that leaves its line is refused, and nothing is ordered`(note: String) async throws {
        try await withAPIFixture { bench in
            var line = JSONWriter()
            line.object { line in
                line.member("item", "soup")
                line.member("quantity", 1)
                line.member("note", note)
            }
            let ada = try await bench.signIn("ada")
            let before = try await bench.stateFingerprint()
            let answer = try await bench.order(Self.lines(line.text), key: "k", as: ada)
            #expect(answer.status == 422)
            #expect(answer.code == "invalid-basket")
            #expect(answer.errors == ["/lines/0/note note-not-plain"])
            #expect(try await bench.stateFingerprint() == before)
        }
    }

    @Test(arguments: [
        "ohne Zwiebeln", "タマネギなし 🙏🏽", "بدون بصل", "ไม่ใส่หัวหอม", "\u{2067}بدون\u{2069} onions", "ắ\u{323} 👨‍👩‍👧",
        "e" + String(repeating: "\u{301}", count: 8),
    ])
    func `a note in any language is accepted`(note: String) async throws {
        try await withAPIFixture { bench in
            let body = APIFixture.soup().replacing("no pepper", with: note)
            let answer = try await bench.order(body, key: "k", as: try await bench.signIn("ada"))
            #expect(answer.status == 201)
        }
    }

    @Test(arguments: [
        ("text/plain", false), ("application/jsonp", false), ("application/json-seq", false),
        ("application/json+evil", false), ("application/json, text/plain", false), ("", false),
        ("application/json", true), ("Application/JSON;charset=utf-8", true),
        ("application/json ; charset=utf-8", true), ("application/json\t", true),
        ("application/ json", false), ("application /json", false),
    ])
    func `a body is JSON only by its exact type`(type: String, isTaken: Bool) async throws {
        try await withAPIFixture { bench in
            let fields = try await bench.signIn("ada").fields([
                ("Content-Type", type), ("Idempotency-Key", "k"),
            ])
            let answer = await bench.send(
                HTTPRequest(
                    .post, path: "/api/v1/orders", fields: fields, body: Array(APIFixture.soup().utf8))
            )
            #expect(answer.status == (isTaken ? 201 : 415))
        }
    }

    @Test func `a body with another media type is refused`() async throws {
        try await withAPIFixture { bench in
            let fields = try await bench.signIn("ada").fields([
                ("Content-Type", "text/plain"), ("Idempotency-Key", "k"),
            ])
            let answer = await bench.send(
                HTTPRequest(
                    .post, path: "/api/v1/orders", fields: fields, body: Array(APIFixture.soup().utf8))
            )
            #expect(answer.status == 415)
            #expect(answer.code == "unsupported-media-type")
        }
    }

    @Test func `C32 a refusal brings the new figures`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.order(
                APIFixture.soup(2, total: 1), key: "k", as: try await bench.signIn("ada"))
            #expect(answer["total"] == ["amount": 1020, "currency": "EUR"])
            #expect(answer["lines.0.unitPrice.amount"] == 510)
            #expect(answer["lines.0.name"] == "Soup")
            #expect(answer["taxIncluded"] == .boolean(true))
        }
    }

    @Test func `a closed café says when it opens`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.order(
                Self.lines(#"{"item": "tea", "quantity": 1}"#, cafe: "tokyo-cafe"), key: "k",
                as: try await bench.signIn("yoko"))
            #expect(answer["opensAt"] == "2026-11-22T00:30:00.000Z")
        }
    }

    @Test func `a refusal for lack of money names balance and need`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.order(
                APIFixture.soup(), key: "k", as: try await bench.signIn("poor"))
            #expect(answer["balance.amount"] == 100)
            #expect(answer["needed.amount"] == 510)
        }
    }
}
