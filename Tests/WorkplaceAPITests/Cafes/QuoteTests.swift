import JSON
import Testing

/// C7: the status of each line of a basket at a café.
@Suite(.timeLimit(.minutes(1)))
struct QuoteTests {
    private func quote(_ lines: String, campus: TestCampus = TestCampus(), at cafe: String = "main-cafe")
        async throws -> Answer
    {
        try await withAPIFixture(campus: campus) { bench in
            let before = try await bench.stateFingerprint()
            let answer = try await bench.post("/api/v1/cafes/\(cafe)/quote", #"{"lines": [\#(lines)]}"#)
            let after = try await bench.stateFingerprint()
            #expect(after == before)
            return answer
        }
    }

    @Test func `C7 every line of the basket is answered, none is dropped`() async throws {
        let lines = """
            {"item": "soup", "quantity": 2, "choices": [{"choice": "cream"}],
             "unitPrice": {"amount": 510, "currency": "EUR"}},
            {"item": "soup", "quantity": 1, "unitPrice": {"amount": 400, "currency": "EUR"}},
            {"item": "pizza", "quantity": 1}, {"item": "cake", "quantity": 1},
            {"item": "soup", "quantity": 1, "choices": [{"choice": "gold"}]}, {"item": "burger", "quantity": 1}
            """
        let answer = try await quote(lines, campus: TestCampus(cakeStock: 0))
        let statuses = answer["lines"]?.elements.compactMap { $0.at("status")?.text }
        #expect(statuses == ["ok", "price-changed", "missing", "sold-out", "choice-missing", "refused"])
        #expect(answer["lines.0.total.amount"] == 1020)
        #expect(answer["lines.0.allergens.contains"] == ["celery", "milk"])
        #expect(answer["lines.1.was.amount"] == 400)
        #expect(answer["lines.1.unitPrice.amount"] == 450)
        #expect(answer["lines.4.choices"] == ["gold"])
        #expect(answer["lines.5.errors.0.pointer"] == "/lines/5/choices")
        #expect(answer["lines.5.errors.0.code"] == "too-few-choices")
        #expect(answer["total.amount"] == 1470)
        #expect(answer["isOrderable"] == .boolean(false))
    }

    @Test func `C7 a price in another currency is another price`() async throws {
        let answer = try await quote(
            #"{"item": "tea", "quantity": 1, "unitPrice": {"amount": 300, "currency": "EUR"}}"#,
            at: "tokyo-cafe")
        #expect(answer["lines.0.status"] == "price-changed")
        #expect(answer["subtotal"] == ["amount": 300, "currency": "JPY"])
        #expect(answer["tax.amount"] == 24)
        #expect(answer["total.amount"] == 324)
        #expect(answer["taxIncluded"] == .boolean(false))
        #expect(answer["isOrderable"] == .boolean(true))
    }

    @Test func `C16 an item outside its hours is marked on menu and quote, and refused`() async throws {
        // It is noon in UTC and one o'clock in Berlin.
        let campus = TestCampus(cakeHours: #", "served": {"everyday": ["14:00-16:00"]}"#)
        try await withAPIFixture(campus: campus) { bench in
            let now = try await bench.post(
                "/api/v1/cafes/main-cafe/quote", #"{"lines": [{"item": "cake", "quantity": 1}]}"#)
            #expect(now["lines.0.status"] == "not-served")
            #expect(now["lines.0.servedAt"] == "2026-11-21T13:00:00.000Z")
            #expect(now["isOrderable"] == .boolean(false))
            let menu = try await bench.get("/api/v1/cafes/main-cafe/menu")
            #expect(menu["sections.0.items.2.isServed"] == .boolean(false))
            #expect(menu["sections.0.items.2.servedAt"] == "2026-11-21T13:00:00.000Z")
            let before = try await bench.stateFingerprint()
            let refused = try await bench.post(
                "/api/v1/orders", APIFixture.cake(), as: try await bench.signIn("ada"),
                [("Idempotency-Key", "early")])
            #expect(refused.status == 409)
            #expect(refused.code == "not-served")
            #expect(refused["items"] == ["cake"])
            #expect(try await bench.stateFingerprint() == before)
        }
    }

    @Test(arguments: [("line", [114, 114, 114]), ("rate", [115, 114, 114])] as [(String, [Int64])])
    func `three teas of 106 yen cost 25 yen of tax where it is rounded per rate`(
        level: String, totals: [Int64]
    ) async throws {
        let tea = #"{"item": "tea", "quantity": 1}"#
        let answer = try await quote(
            [tea, tea, tea].joined(separator: ","),
            campus: TestCampus(roundingLevel: level, teaPrice: 106), at: "tokyo-cafe")
        for (index, total) in totals.enumerated() {
            #expect(answer["lines.\(index).total.amount"] == .integer(total))
        }
        #expect(answer["total.amount"] == .integer(totals.reduce(0, +)))
    }

    @Test func `an empty basket costs nothing and cannot be ordered`() async throws {
        let answer = try await quote("")
        #expect(answer.status == 200)
        #expect(answer["total"] == nil)
        #expect(answer["isOrderable"] == .boolean(false))
    }

    @Test func `a basket with too many lines is refused`() async throws {
        let line = #"{"item": "soup", "quantity": 1}"#
        let answer = try await quote(Array(repeating: line, count: 51).joined(separator: ","))
        #expect(answer.status == 422)
        #expect(answer.errors == ["/lines too-many-lines"])
    }
}
