import Foundation
import HTTPCore
import JSON
import Ordering
import TestSupport
import Testing
import Workplace

@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct ProblemTests {
    @Test func `codes are unique, and every kind says what it means`() {
        #expect(Set(ProblemKind.all.map(\.code)).count == ProblemKind.all.count)
        for kind in ProblemKind.all {
            #expect(kind.code.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
            #expect(kind.explanation.hasSuffix("."), "\(kind.code)")
            #expect(!kind.title.isEmpty && !kind.title.hasSuffix("."), "\(kind.code)")
        }
    }

    /// The API's own problems can only be made of a kind; those of the two libraries below name their code.
    @Test func `the table has every code that the libraries below use, with its status`() throws {
        let sources = projectFolder.appending(path: "Sources")
        var found = 0
        for folder in ["HTTPCore", "HTTPServer"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: sources.appending(path: folder), includingPropertiesForKeys: nil)
            for file in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: /\.([a-zA-Z]+),\s*code: "([a-z-]+)"/) {
                    found += 1
                    #expect(ProblemKind.named(String(match.2)) != nil, "\(match.2)")
                }
            }
        }
        #expect(found >= 8)
    }

    @Test func `every kind of the table is one that some route, or any, may answer with`() async throws {
        try await withAPIFixture { bench in
            let outside: Set<ProblemKind> = [.notFound, .methodNotAllowed]
            let used = Set(bench.web.apiRoutes.flatMap(\.problems)).union(ProblemKind.ofAnyRoute).union(
                outside)
            #expect(used == Set(ProblemKind.all))
        }
    }

    // One server for all: a page depends on nothing but the table.
    @Test func `each kind has a page and the same as JSON`() async throws {
        try await withAPIFixture(campus: nil) { bench in
            for kind in ProblemKind.all {
                let path = "/problems/\(kind.code)"
                let page = try await bench.get(path, as: .nobody, [("Accept", "text/html,*/*")])
                #expect(page.fields["Content-Type"] == "text/html; charset=utf-8")
                #expect(page.text.contains("<code>\(kind.code)</code>"))
                #expect(page.fields["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
                let json = try await bench.get(path, as: .nobody, [("Accept", "application/json")])
                #expect(json["explanation"] == .string(kind.explanation))
                #expect(json["status"]?.number == Int64(kind.status.code))
            }
        }
    }

    @Test func `an unknown kind is not found`() async throws {
        try await withAPIFixture(campus: nil) { bench in
            let answer = try await bench.get("/problems/nonsense")
            #expect(answer.status == 404)
            #expect(answer.code == "unknown-problem")
        }
    }

    @Test(arguments: [
        (HTTPMethod.get, "/api/v1/nothing", 404, "not-found"), (.get, "/api/v2/cafes", 404, "not-found"),
        (.put, "/api/v1/orders", 405, "method-not-allowed"), (.delete, "/healthz", 405, "method-not-allowed"),
        (.get, "/api/v1/../secret", 400, "bad-path"), (.get, "/%zz", 400, "bad-path"),
    ])
    func `addresses and methods that are not there are refused`(
        method: HTTPMethod, path: String, status: Int, code: String
    ) async throws {
        try await withAPIFixture { bench in
            let answer = await bench.send(HTTPRequest(method, path: path))
            #expect(answer.status == status)
            #expect(answer.code == .string(code))
            #expect((answer.fields["Allow"] != nil) == (status == 405))
        }
    }

    @Test(arguments: [
        (StoreError.busy as any Error, "busy"), (StoreError.noSender, "busy"), (StoreError.held, "busy"),
        (StoreError.contended, "busy"),
        (WorkplaceRefusal.noCampus, "not-ready"),
    ])
    func `a refusal that passes is 503`(refusal: any Error, code: String) throws {
        let problem = try #require(Problem(answering: refusal, in: nil))
        #expect(problem.status == .serviceUnavailable)
        #expect(problem.code == code)
    }

    @Test func `the refusal busy names its own cause`() throws {
        let causes = [StoreError.busy, .held, .contended, .noSender]
        let details = try causes.map { try #require(Problem(answering: $0, in: nil)?.detail) }
        #expect(Set(details).count == causes.count)
        #expect(!details.contains { $0.contains("disk") })
    }

    @Test func `a damaged row is the operator's business, not the client's`() {
        #expect(Problem(answering: StoreError.damagedRow(table: "orders", id: nil), in: nil) == nil)
    }

    @Test func `an error that is none of the client's business stays inside`() {
        let problem = Problem(answering: Missing(what: "a secret"), in: nil)
        #expect(problem?.code == nil)
    }
}
