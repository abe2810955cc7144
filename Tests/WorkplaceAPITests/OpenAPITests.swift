import HTTPCore
import JSON
import Testing
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct OpenAPITests {
    private func document(_ body: (JSONValue, Workbench) async throws -> Void) async throws {
        try await withWorkbench { bench in
            let answer = try await bench.get("/openapi.json")
            try await body(try #require(answer.json), bench)
        }
    }

    @Test func `every route of the router is described, and nothing else`() async throws {
        try await document { document, bench in
            let described = (document.at("paths")?.members ?? []).flatMap { path in
                path.value.members.map { "\($0.name.uppercased()) \(path.name)" }
            }
            let api = ["/api/", "/healthz", "/readyz", "/openapi.json", "/problems/"]
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

    @Test func `it is sent again only when it has changed`() async throws {
        try await withWorkbench { bench in
            let tag = try #require(try await bench.get("/openapi.json").fields["ETag"])
            let again = try await bench.get("/openapi.json", as: .nobody, [("If-None-Match", tag)])
            #expect(again.status == 304)
        }
    }

    /// The server takes no position from anybody: neither parameters nor bodies have a place for one.
    @Test func `no request has a place for a coordinate`() async throws {
        try await document { document, _ in
            let words = [
                "latitude", "longitude", "coordinate", "position", "location", "accuracy", "lat", "lon",
            ]
            for path in document.at("paths")?.members ?? [] {
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
                    let target = member.value.text.flatMap { SchemaChecker(document: document).resolve($0) }
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
