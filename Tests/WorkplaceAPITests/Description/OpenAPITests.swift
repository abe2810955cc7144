import HTTPCore
import JSON
import Testing
import Workplace

@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct OpenAPITests {
    private func document(_ body: (JSONValue, APIFixture) async throws -> Void) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/openapi.json")
            try await body(try #require(answer.json), bench)
        }
    }

    @Test func `every route of the router is described, and nothing else`() async throws {
        try await document { document, bench in
            let described = (document.at("paths")?.members ?? []).flatMap { path in
                path.value.members.map { "\($0.name.uppercased()) \(path.name)" }
            }
            let api = [
                "/api/", "/oauth/", "/sign-in/", "/healthz", "/readyz", "/openapi.json", "/problems/",
            ]
            let routed = bench.router.routes.filter { route in api.contains { route.pattern.hasPrefix($0) } }
            #expect(Set(described) == Set(routed.map { "\($0.method) \($0.pattern)" }))
            #expect(described.count == routed.count)
            #expect(document.at("openapi") == "3.1.0")
        }
    }

    @Test func `every reference leads to a schema and every schema is used`() async throws {
        try await document { document, _ in
            let schemas = Set((document.at("components.schemas")?.members ?? []).map(\.name))
            let used = Self.references(in: document).map { $0.replacing("#/components/schemas/", with: "") }
            #expect(Set(used) == schemas)
        }
    }

    @Test func `no two schemas have one name`() {
        let names = Schemas.all.map(\.name)
        #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.isEmpty)
    }

    @Test func `operations have names of their own, and name their path's parameters`() async throws {
        try await document { document, _ in
            let operations = (document.at("paths")?.members ?? []).flatMap { path in
                path.value.members.map { (path: path.name, operation: $0.value) }
            }
            let names = operations.compactMap { $0.operation.at("operationId")?.text }
            #expect(Set(names).count == operations.count)
            for (path, operation) in operations {
                let inPath = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                    $0.dropFirst().dropLast()
                }
                let named = (operation.at("parameters")?.elements ?? []).filter { $0.at("in") == "path" }
                #expect(named.compactMap { $0.at("name")?.text } == inPath.map(String.init))
            }
        }
    }

    @Test func `changes by cookie ask for the token too`() async throws {
        try await document { document, _ in
            let place = document.at("paths")?.members.first { $0.name == "/api/v1/orders" }?.value.at("post")
            let security: JSONValue = [["cookie": [], "csrf": []], ["bearer": []]]
            #expect(place?.at("security") == security)
            #expect(document.at("components.securitySchemes.csrf.name") == "X-CSRF-Token")
        }
    }

    @Test func `the answer of healthz has the name of the process, as it is described`() async throws {
        try await document { document, bench in
            let health = document.at("paths")?.members.first { $0.name == "/healthz" }?.value
            #expect(health?.at("get.responses.200.headers")?.members.map(\.name) == ["Vicinity-Process"])
            let answer = try await bench.get("/healthz")
            #expect(answer.fields["Vicinity-Process"] == bench.services.processName)
        }
    }

    @Test func `it is sent again only when it has changed`() async throws {
        try await withAPIFixture { bench in
            let tag = try #require(try await bench.get("/openapi.json").fields["ETag"])
            let again = try await bench.get("/openapi.json", as: .nobody, [("If-None-Match", tag)])
            #expect(again.status == 304)
        }
    }

    private static let languages = [
        "ja", "pt-BR", "zh-Hant-TW", "es-419", "sl-rozaj-1994", "en-u-hc-h23-x-a", "de-x-1", "JA", "abcdefgh",
        String(repeating: "a", count: 8) + String(repeating: "-abcdefgh", count: 6), "", "j", "abcd",
        "zh-yue", "i-klingon",
        "x-private", "en-", "-en", "en--GB", "en_GB", "en-a", "en-x", "en-u-a-bc", "en-GB-Latn", "e n",
        "\u{212A}o", "en\n",
        String(repeating: "a", count: 8) + String(repeating: "-abcdefgh", count: 7),
    ]

    @Test func `what the description says of lang holds`() async throws {
        try await document { document, bench in
            let schema = try #require(Self.schema(of: "lang", at: "/api/v1/cafes", "get", in: document))
            for text in Self.languages {
                let query = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                let answer = try await bench.get("/api/v1/cafes?lang=" + query.map { "%" + $0 }.joined())
                let isAllowed = SchemaChecker(document: document).mistakes(in: .string(text), by: schema)
                    .isEmpty
                #expect(answer.status == (isAllowed ? 200 : 400), "\(text)")
            }
        }
    }

    @Test func `what the description says of a tip device's language holds`() async throws {
        try await document { document, bench in
            let ada = try await bench.signIn("ada")
            for text in Self.languages {
                let body: JSONValue = [
                    "device": "0123456789abcd00", "platform": "web", "language": .string(text), "cursor": 0,
                ]
                let answer = try await bench.post("/api/v1/tips/ledger", body.bytes, as: ada)
                let isAllowed = SchemaChecker(document: document).mistakes(
                    in: body, by: Schema.named("TipExchange")
                ).isEmpty
                #expect(answer.status == (isAllowed ? 200 : 400), "\(text)")
            }
        }
    }

    @Test func `what the description says of a reporting device's name holds`() async throws {
        try await document { document, bench in
            let ada = try await bench.signIn("ada")
            _ = try await bench.put("/api/v1/presence/following", #"{"following": true}"#, as: ada)
            for name in [
                "phone", "a", "Ada's phone", "my phone", " phone", "phone ", "a.b_c-d", "",
                "tele\u{301}phone", "a\nb",
                String(repeating: "a", count: 128), String(repeating: "a", count: 129),
            ] {
                let body: JSONValue = ["device": .string(name), "events": []]
                let answer = try await bench.post("/api/v1/presence/events", body.bytes, as: ada)
                let isAllowed = SchemaChecker(document: document).mistakes(
                    in: body, by: Schema.named("PresenceReport")
                ).isEmpty
                #expect(answer.status == (isAllowed ? 200 : 400), "\(name)")
            }
        }
    }

    @Test func `what the description says of If-Match holds`() async throws {
        try await document { document, bench in
            let ada = try await bench.signIn("ada")
            let (order, _) = try await bench.placed(as: ada)
            let path = "/api/v1/orders/{order}/cancellation"
            let schema = try #require(Self.schema(of: "If-Match", at: path, "post", in: document))
            for field in [
                #""99""#, #"W/"1""#, #""98" , "99""#, #""x""#, #""""#, "99", #""99"#, #""9" "9""#, "**",
                #"*, "1""#, ",", "",
                #"w/"1""#, #""é""#,
            ] {
                let answer = try await bench.post(
                    "/api/v1/orders/\(order)/cancellation", "", as: ada, [("If-Match", field)])
                let isAllowed = SchemaChecker(document: document).mistakes(in: .string(field), by: schema)
                    .isEmpty
                #expect(answer.status == (isAllowed ? 412 : 400), "\(field)")
            }
            let any = try await bench.post(
                "/api/v1/orders/\(order)/cancellation", "", as: ada, [("If-Match", "*")])
            #expect(any.status == 200)
        }
    }

    /// The schema of a parameter.
    private static func schema(
        of parameter: String, at path: String, _ method: String, in document: JSONValue
    ) -> JSONValue? {
        let operation = document.at("paths")?.members.first { $0.name == path }?.value.at(method)
        return operation?.at("parameters")?.elements.first { $0.at("name")?.text == parameter }?.at("schema")
    }

    /// The server takes no position from anybody: neither parameters nor bodies have a place for one.
    ///
    /// The set-up asks where the first site is.
    @Test func `C112: no request has a place for a coordinate`() async throws {
        try await document { document, _ in
            let words = [
                "latitude", "longitude", "coordinate", "position", "location", "accuracy", "lat", "lon",
            ]
            for path in document.at("paths")?.members ?? [] where path.name != "/api/v1/set-up" {
                for operation in path.value.members.map(\.value) {
                    let inputs = [operation.at("parameters"), operation.at("requestBody")].compactMap { $0 }
                    let names = inputs.flatMap { Self.inputNames(in: $0, of: document) }
                    #expect(Set(names.map { $0.lowercased() }).isDisjoint(with: words), "\(path.name)")
                    #expect(operation.at("requestBody") == nil || !names.isEmpty)
                }
            }
        }
    }

    static func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member in
                if member.name == "$ref", let text = member.value.text { return [text] }
                return references(in: member.value)
            }
        case .array(let elements): elements.flatMap { references(in: $0) }
        default: []
        }
    }

    /// The names of parameters and of members, at any depth.
    private static func inputNames(in value: JSONValue, of document: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member -> [String] in
                switch member.name {
                case "$ref":
                    let name = member.value.text?.split(separator: "/").last ?? ""
                    let target = document.at("components.schemas.\(name)")
                    return target.map { inputNames(in: $0, of: document) } ?? []
                case "properties":
                    return member.value.members.flatMap { [$0.name] + inputNames(in: $0.value, of: document) }
                case "name": return member.value.text.map { [$0] } ?? []
                default: return inputNames(in: member.value, of: document)
                }
            }
        case .array(let elements): elements.flatMap { inputNames(in: $0, of: document) }
        default: []
        }
    }
}
