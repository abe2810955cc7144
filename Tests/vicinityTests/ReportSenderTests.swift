import Foundation
import FoundationNetworking
import JSON
import Synchronization
import Testing
import WorkplaceClient

@testable import vicinity

/// What a gateway does with the server's answers.
@Suite(.timeLimit(.minutes(1)))
struct ReportSenderTests {
    /// What was sent and how long the sender slept, in order.
    private final class Course: Sendable {
        let steps = Mutex<[String]>([])
        let said = Mutex<[String]>([])
        private let answers: Mutex<[(status: Int, retryAfter: String?)]>

        init(answers: [(status: Int, retryAfter: String?)]) { self.answers = Mutex(answers) }

        /// The next answer; when there are no more, the server takes everything.
        func answer() -> (status: Int, retryAfter: String?) {
            answers.withLock { $0.isEmpty ? (200, nil) : $0.removeFirst() }
        }

        func note(_ step: String) { steps.withLock { $0.append(step) } }
    }

    /// Sends three reports to a server that answers so, and returns the course, the reports that are left and the lost ones.
    ///
    /// The answer of status 299 has a strange body.
    private func course(
        answers: [(status: Int, retryAfter: String?)], code: String = "too-many-reports",
        strange: String = ""
    ) async throws -> (
        steps: [String], said: [String], outcome: ReportSender.Outcome, left: Int, lost: Int
    ) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sender-\(UUID().uuidString)")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let course = Course(answers: answers)
        let client = try APIClient(server: "http://127.0.0.1:1", userAgent: "test/1", language: nil) {
            request in
            let report = try JSONValue(parsing: Array(request.httpBody ?? Data()))
            course.note(JSONReader(report)["until"].string() ?? "")
            let next = course.answer()
            let problem = #"{"code": "\#(code)", "detail": "Enough."}"#
            let body =
                switch next.status {
                case 200: #"{"accepted": 0}"#
                case 299: strange
                default: problem
                }
            return (Array(body.utf8), next.status, next.retryAfter)
        }
        let queue = try ReportQueue(folder: folder, limit: 1_000_000)
        for number in 1...3 {
            let beginning = "{\"until\":\"\(number)\",\"listening\":true,\"sightings\":["
            #expect(await queue.append(Array(beginning.utf8), fleeting: []))
        }
        await queue.finish()
        let sender = ReportSender(
            client: client, gateway: "ear", queue: queue, ear: GatewayEar(), started: .now,
            sleep: { course.note("\($0 / .milliseconds(1)) ms") },
            say: { line in course.said.withLock { $0.append(line) } })
        let outcome = try await sender.run()
        return (
            course.steps.withLock { $0 }, course.said.withLock { $0 }, outcome, await queue.count,
            await queue.dropped
        )
    }

    @Test func `a server that has enough is left alone as long as it says, and nothing is lost`() async throws
    {
        let course = try await course(answers: [(200, nil), (429, "2"), (429, "1")])
        #expect(course.steps == ["1", "2", "2000.0 ms", "2", "1000.0 ms", "2", "3"])
        #expect(course.outcome == .drained)
        #expect((course.left, course.lost) == (0, 0))
        #expect(course.said == [])
    }

    @Test(arguments: [(5, 2, 0), (6, 2, 1), (25, 2, 1), (26, 2, 2), (9, 1, 0), (2, 60, 1)])
    func `a server that takes nothing for ten seconds is reported, and again every twentieth time`(
        refusals: Int, seconds: Int, lines: Int
    ) async throws {
        let course = try await course(answers: Array(repeating: (429, "\(seconds)"), count: refusals))
        let line = "Enough. (too-many-reports) Trying again."
        let end = lines == 0 ? [] : ["The server takes reports again."]
        #expect(course.said == Array(repeating: line, count: lines) + end)
        #expect((course.left, course.lost) == (0, 0))
    }

    @Test func `wrong keys from the address are reported at once, and a refused key then ends the sending`()
        async throws
    {
        let course = try await course(
            answers: [(429, "60"), (429, "60"), (403, nil)], code: "too-many-gateway-keys")
        #expect(course.outcome == .keyRefused)
        let line = "Enough. (too-many-gateway-keys)"
        #expect(course.said == ["\(line) Trying again.", line])
        #expect(course.left == 3)
    }

    @Test(arguments: [
        (503, "5", "5000.0 ms"), (503, nil, "500.0 ms"), (500, "0", "500.0 ms"), (429, nil, "500.0 ms"),
        (429, "86400", "60000.0 ms"), (503, "86400", "60000.0 ms"), (429, "Tue, 24 Nov 2026", "500.0 ms"),
    ])
    func `a server in trouble is asked again, not before it says and within a minute`(
        status: Int, retryAfter: String?, slept: String
    ) async throws {
        let course = try await course(answers: [(status, retryAfter)])
        #expect(course.steps == ["1", slept, "1", "2", "3"])
        #expect((course.left, course.lost) == (0, 0))
    }

    @Test(arguments: ["{}", "[]", #"{"accepted": "yes"}"#])
    func `an answer that is no receipt keeps the report`(body: String) async throws {
        let course = try await course(answers: [(299, nil)], strange: body)
        #expect(course.steps == ["1", "500.0 ms", "1", "2", "3"])
        #expect(course.said.count == 2)
        #expect((course.left, course.lost) == (0, 0))
    }

    @Test func `a report that the server will never take is dropped, and a refused key ends the sending`()
        async throws
    {
        let dropped = try await course(answers: [(400, nil)])
        #expect(dropped.steps == ["1", "2", "3"])
        #expect((dropped.left, dropped.lost) == (0, 1))
        let refused = try await course(answers: [(200, nil), (401, nil)])
        #expect(refused.outcome == .keyRefused)
        #expect(refused.left == 2)
    }
}
