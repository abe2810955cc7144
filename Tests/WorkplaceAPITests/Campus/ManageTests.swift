import Essentials
import HTTPCore
import JSON
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// Drafts, publications and the campus file over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct ManageTests {
    private static let cafe = "/api/v1/cafes/main-cafe"
    private static let file = "/api/v1/campus-file"

    private func send(
        _ method: HTTPMethod, _ target: String, _ body: String = "", version: String, as client: Client,
        _ bench: APIFixture
    ) async throws -> Answer {
        let fields = [("If-Match", version)] + (body.isEmpty ? [] : [("Content-Type", "application/json")])
        return await bench.send(
            HTTPRequest(method, target: target, fields: try client.fields(fields), body: Array(body.utf8)))
    }

    /// The body of a change that renames the first item of the draft.
    private func renamed(_ draft: Answer, _ name: String) throws -> String {
        let document = try #require(draft["document"])
        let first = try #require(draft["document.menu.sections.0.items.0.name.en"]?.text)
        let text = String(decoding: document.bytes, as: UTF8.self)
            .replacing(#""en":"\#(first)""#, with: #""en":"\#(name)""#)
        return #"{"document": \#(text), "base": \#(try #require(draft["base"]?.integer))}"#
    }

    @Test func `a manager changes, publishes and returns, and others see it when it is in force`()
        async throws
    {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            let draft = try await bench.get(Self.cafe + "/draft", as: mia)
            #expect(draft.fields["ETag"] == "\"0\"")
            let before = try await bench.get(Self.cafe + "/menu")["sections.0.items.0.name"]
            let body = try renamed(draft, "Pea soup")
            let saved = try await send(.put, Self.cafe + "/draft", body, version: "\"0\"", as: mia, bench)
            #expect(saved.status == 200, "\(saved.text)")
            #expect(saved.fields["ETag"] == "\"1\"")
            #expect(saved["changedBy"]?.text?.isEmpty == false)
            #expect(try await bench.get(Self.cafe + "/menu")["sections.0.items.0.name"] == before)
            #expect(
                try await bench.get(Self.cafe + "/draft/menu", as: mia)["sections.0.items.0.name"]
                    == "Pea soup")
            let published = try await send(.post, Self.cafe + "/revisions", version: "\"1\"", as: mia, bench)
            #expect(published.status == 201)
            #expect(try await bench.get(Self.cafe + "/menu")["sections.0.items.0.name"] == "Pea soup")
            let list = try await bench.get(Self.cafe + "/revisions", as: mia)
            #expect(list["revisions.0.origin"] == "published")
            #expect(list["revisions.0.number"] == published["number"])
            let number = try #require(published["number"]?.integer)
            let back = try await bench.post(
                Self.cafe + "/revisions/\(number - 1)/return", #"{"seen": \#(number)}"#, as: mia)
            #expect(back.status == 201)
            #expect(try await bench.get(Self.cafe + "/menu")["sections.0.items.0.name"] == before)
        }
    }

    @Test
    func `a change of an older version is refused with the present one, and mistakes name their places`()
        async throws
    {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            let draft = try await bench.get(Self.cafe + "/draft", as: mia)
            let body = try renamed(draft, "Pea soup")
            _ = try await send(.put, Self.cafe + "/draft", body, version: "\"0\"", as: mia, bench)
            let stale = try await send(.put, Self.cafe + "/draft", body, version: "\"0\"", as: mia, bench)
            #expect(stale.code == "stale-draft" && stale["version"] == 1)
            for version in ["*", "", "\"0\", \"1\""] {
                let refused = try await send(
                    .put, Self.cafe + "/draft", body, version: version, as: mia, bench)
                #expect(refused.code == "stale-draft", "\(version)")
            }
            let wrong = try renamed(draft, " ")
            let saved = try await send(.put, Self.cafe + "/draft", wrong, version: "\"1\"", as: mia, bench)
            #expect(saved["mistakes.0.pointer"] == "/menu/sections/0/items/0/name/en")
            #expect(saved["mistakes.0.code"] == "value")
            for (method, target) in [(HTTPMethod.post, "/revisions"), (.get, "/draft/menu")] {
                let refused = try await send(method, Self.cafe + target, version: "\"2\"", as: mia, bench)
                #expect(refused.code == "draft-mistakes")
                #expect(refused["errors.0.pointer"] == "/menu/sections/0/items/0/name/en")
            }
            let list = try await send(
                .put, Self.cafe + "/draft", #"{"document": [], "base": 1}"#, version: "\"2\"", as: mia, bench)
            #expect(list.code == "invalid-request")
        }
    }

    @Test
    func
        `an administrator exports the campus file, changes it and imports it; the same file changes nothing`()
        async throws
    {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let export = try await bench.get(Self.file, as: ann)
            let tag = try #require(export.fields["ETag"])
            let number = bench.services.campuses.revision
            #expect(tag == "\"\(number)\"")
            let same = try await send(.put, Self.file, export.text, version: tag, as: ann, bench)
            #expect(same["number"] == .integer(number), "\(same.text)")
            #expect(bench.services.campuses.revision == number)
            let wrong = try await send(
                .put, Self.file, #"{"organisation": {}}"#, version: tag, as: ann, bench)
            #expect(wrong.code == "campus-file-mistakes")
            #expect(wrong["errors.0.pointer"]?.text?.isEmpty == false)
            let broken = try await send(.put, Self.file, "{", version: tag, as: ann, bench)
            #expect(broken.code == "malformed-json")
            let name = try #require(export["organisation.name.en"]?.text)
            let changed = export.text.replacing(#""\#(name)""#, with: #""Elsewhere""#)
            let imported = try await send(.put, Self.file, changed, version: tag, as: ann, bench)
            #expect(imported["number"] == .integer(number + 1))
            #expect(try bench.services.campuses.inForce().organisation.name.text(for: []) == "Elsewhere")
            let stale = try await send(.put, Self.file, export.text, version: tag, as: ann, bench)
            #expect(stale.code == "menu-changed")
        }
    }
}

extension JSONValue {
    fileprivate var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}
