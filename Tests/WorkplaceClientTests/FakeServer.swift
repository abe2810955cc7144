import Foundation
import FoundationNetworking
import Synchronization

@testable import WorkplaceClient

/// Answers the requests of a client without a socket, and records them.
final class FakeServer: Sendable {
    struct Request: Equatable {
        let line: String
        let fields: [String: String]
        let body: String
    }

    enum Answer {
        case json(Int, String)
        /// The server wants to be left alone for a time.
        case later(retryAfter: String)
        /// The connection ends before an answer comes.
        case connectionLost
        /// The system's sentence about a request that failed.
        case failure(String)
    }

    private struct ConnectionLost: Error {}

    private let recorded = Mutex<[Request]>([])
    private let answers: Mutex<[Answer]>

    /// Takes the answers in the order of the requests.
    init(_ answers: [Answer]) { self.answers = Mutex(answers) }

    /// The requests so far.
    var requests: [Request] { recorded.withLock { $0 } }

    func client(language: String? = nil) throws -> APIClient {
        try APIClient(server: "http://127.0.0.1:1", userAgent: "test/1", language: language) {
            [self] request in
            try answer(request)
        }
    }

    private func answer(_ request: URLRequest) throws -> (body: [UInt8], status: Int?, retryAfter: String?) {
        let query = request.url?.query.map { "?\($0)" } ?? ""
        let line = "\(request.httpMethod ?? "") \(request.url?.path ?? "")\(query)"
        let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        let fields = request.allHTTPHeaderFields ?? [:]
        recorded.withLock { $0.append(Request(line: line, fields: fields, body: body)) }
        let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch next {
        case .json(let status, let text): return (Array(text.utf8), status, nil)
        case .later(let retryAfter): return (Array("{}".utf8), 429, retryAfter)
        case .connectionLost: throw ConnectionLost()
        case .failure(let sentence):
            throw URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: sentence])
        case nil: preconditionFailure("the test has no answer to \(line)")
        }
    }
}
