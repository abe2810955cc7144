import HTTPCore
import JSON
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CafeTests {
    @Test func `cafés come with where they are and whether they are open`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/cafes")
            #expect(answer["organisation.name"] == "Org")
            #expect(answer["cafes.0.id"] == "main-cafe")
            #expect(answer["cafes.0.isOpen"] == .boolean(true))
            #expect(answer["cafes.0.closesAt"] == "2026-11-21T17:00:00.000Z")
            #expect(answer["cafes.0.opensAt"] == nil)
            #expect(answer["cafes.0.coordinate.longitude"] == .number("13.25"))
            #expect(answer["cafes.0.area.circle.longitude"] == .number("13.25"))
            #expect(answer["cafes.0.area.circle.radius"] == .number("30.0"))
            #expect(answer["cafes.1.isOpen"] == .boolean(false))
            #expect(answer["cafes.1.opensAt"] == "2026-11-22T00:30:00.000Z")
        }
    }

    @Test func `one café tells its stations and hours too`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/cafes/main-cafe")
            #expect(answer["stations.0.name"] == "Grill")
            #expect(answer["hours.sunday.0"] == "07:00–18:00")
            #expect(answer["timeZone"] == "Europe/Berlin")
        }
    }

    @Test func `a menu has prices in minor units, and says which allergens are unknown`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/cafes/main-cafe/menu")
            let soup = answer["sections.0.items.0"]
            #expect(soup?.at("price") == ["amount": 450, "currency": "EUR"])
            #expect(
                soup?.at("allergens")
                    == ["known": true, "contains": ["celery"], "mayContain": ["mustard"]])
            #expect(soup?.at("groups.0.choices.0.maximumQuantity") == 2)
            #expect(soup?.at("groups.0.choices.1.allergens.known") == .boolean(false))
            #expect(answer["sections.0.items.2.allergens.known"] == .boolean(false))
            #expect(answer["sections.0.items.2.soldOut"] == .boolean(false))
            #expect(answer["pricesIncludeTax"] == .boolean(true))
        }
    }

    @Test func `a menu states picture, diets, energy and defaults, and leaves out what is unknown`()
        async throws
    {
        try await withAPIFixture { bench in
            let menu = try await bench.get("/api/v1/cafes/main-cafe/menu")
            let burger = menu["sections.0.items.1"]
            #expect(burger?.at("picture") == "smash-burger")
            #expect(burger?.at("diets") == ["vegan", "vegetarian"])
            #expect(burger?.at("kilocalories") == 700)
            #expect(burger?.at("isServed") == .boolean(true))
            #expect(burger?.at("groups.0.defaults") == ["small"])
            // Stated to fit no diet, which differs from not stated.
            #expect(burger?.at("groups.0.choices.0.diets") == [])
            #expect(burger?.at("groups.0.choices.1.diets") == nil)
            #expect(burger?.at("groups.0.choices.1.kilocalories") == nil)
            #expect(menu["sections.0.items.2.diets"] == nil)
        }
    }

    @Test func `an item without remaining stock is marked as sold out`() async throws {
        try await withAPIFixture(campus: TestCampus(cakeStock: 1)) { bench in
            let tag = try #require(try await bench.get("/api/v1/cafes/main-cafe/menu").fields["ETag"])
            _ = try await bench.placed(APIFixture.cake(), as: try await bench.signIn("ada"))
            let menu = try await bench.get(
                "/api/v1/cafes/main-cafe/menu", as: .nobody, [("If-None-Match", tag)])
            #expect(menu.status == 200)
            #expect(menu["sections.0.items.2.soldOut"] == .boolean(true))
        }
    }

    @Test func `a menu is compressed for clients that accept gzip, with its own tag`() async throws {
        try await withAPIFixture { bench in
            let target = "/api/v1/cafes/main-cafe/menu"
            let plain = try await bench.get(target)
            for _ in 1...2 {
                let compressed = try await bench.get(target, as: .nobody, [("Accept-Encoding", "gzip")])
                #expect(compressed.fields["Content-Encoding"] == "gzip")
                #expect(compressed.bytes.count < plain.bytes.count / 2)
                let tag = try #require(compressed.fields["ETag"])
                #expect(tag != plain.fields["ETag"])
                let again = try await bench.get(
                    target, as: .nobody, [("Accept-Encoding", "gzip"), ("If-None-Match", tag)])
                #expect(again.status == 304)
            }
            #expect(plain.fields["Content-Encoding"] == nil)
            #expect(plain.fields["Vary"]?.contains("Accept-Encoding") == true)
        }
    }

    @Test(arguments: ["/api/v1/cafes", "/api/v1/cafes/main-cafe", "/api/v1/cafes/main-cafe/menu"])
    func `an unchanged menu is answered with 304`(target: String) async throws {
        try await withAPIFixture { bench in
            let tag = try #require(try await bench.get(target).fields["ETag"])
            let again = try await bench.get(target, as: .nobody, [("If-None-Match", tag)])
            #expect(again.status == 304)
            #expect(again.bytes.isEmpty)
            #expect(again.fields["Vary"]?.hasSuffix("Accept-Language, Cookie") == true)
            let other = try await bench.get(target, as: .nobody, [("If-None-Match", "\"other\"")])
            #expect(other.status == 200)
        }
    }

    @Test(
        arguments: [
            ("", [], "en", "Main café"), ("?lang=ja", [("Accept-Language", "en")], "ja", "本館カフェ"),
            ("", [("Accept-Language", "fr, ja;q=0.5")], "ja", "本館カフェ"),
            ("", [("Accept-Language", "ja"), ("Cookie", "vicinity-language=en")], "en", "Main café"),
            ("?lang=tlh", [], "en", "Main café"),
            ("", [("Cookie", "vicinity-language=%ff"), ("Accept-Language", "ja")], "ja", "本館カフェ"),
            ("", [("Accept-Language", ";;;")], "en", "Main café"), ("?lang=ja-JP", [], "ja", "本館カフェ"),
        ] as [(String, [(String, String)], String, String)])
    func `names are in the requested language`(
        query: String, fields: [(String, String)], language: String, name: String
    ) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/cafes/main-cafe" + query, as: .nobody, fields)
            #expect(answer["name"] == .string(name))
            #expect(answer.fields["Content-Language"] == language)
            #expect(answer.fields["Vary"] == "Accept-Language, Cookie")
        }
    }

    @Test(arguments: [
        ("lang=%ff", "bad-query"), ("lang=ja&x=%", "bad-query"), ("lang=", "invalid-request"),
        ("lang=j%20a", "invalid-request"),
    ])
    func `a language that cannot be read is refused`(query: String, code: String) async throws {
        try await withAPIFixture { bench in
            for path in ["/api/v1/cafes", "/api/v1/cafes/main-cafe/menu", "/api/v1/sign-in"] {
                let answer = try await bench.get("\(path)?\(query)")
                #expect(answer.status == 400)
                #expect(answer.code == .string(code))
            }
        }
    }

    @Test(arguments: ["nowhere", "NOT-AN-ID", "%E2%82%AC"])
    func `an unknown café is not found`(cafe: String) async throws {
        try await withAPIFixture { bench in
            for end in ["", "/menu"] {
                let answer = try await bench.get("/api/v1/cafes/\(cafe)\(end)")
                #expect(answer.status == 404)
                #expect(answer.code == "unknown-cafe")
            }
        }
    }

    @Test(arguments: ["/api/v1/cafes", "/api/v1/sign-in", "/readyz", "/api/v1/cafes/main-cafe/menu"])
    func `before the first import nothing is ready`(target: String) async throws {
        try await withAPIFixture(campus: nil) { bench in
            let answer = try await bench.get(target)
            #expect(answer.status == 503)
            #expect(answer.code == "not-ready")
            let health = try await bench.get("/healthz")
            #expect(health.text == #"{"status":"ok"}"#)
        }
    }
}
