import Foundation
import FoundationNetworking
import JSON
import Synchronization
import WorkplaceClient

/// Answers a companion as the server of a campus does, without a socket, and keeps what was reported.
final class CampusServer: Sendable {
    enum Mood {
        case well
        case away
        /// Something between answers instead, such as the page of a hotel.
        case intercepted
        case refuses(Int, code: String)
    }

    private struct ConnectionLost: Error {}

    private struct State {
        var mood = Mood.well
        var spots = #"[{"identifier": "door", "uuid": "\#(Scene.uuid)", "major": 1, "minor": 1}]"#
        var person = "ada"
        var bodies: [String] = []
        var tries = 0
    }

    private let state = Mutex(State())

    /// How the server is.
    var mood: Mood {
        get { state.withLock { $0.mood } }
        set { state.withLock { $0.mood = newValue } }
    }

    /// Who approves the next sign-in.
    var person: String {
        get { state.withLock { $0.person } }
        set { state.withLock { $0.person = newValue } }
    }

    /// The spots of the campus, as the server lists them.
    var spots: String {
        get { state.withLock { $0.spots } }
        set { state.withLock { $0.spots = newValue } }
    }

    /// The bodies of the reports that were taken.
    var bodies: [String] { state.withLock { $0.bodies } }

    /// How many requests came, answered or not.
    var tries: Int { state.withLock { $0.tries } }

    /// The reports that were taken: number, spot and state.
    func reported() throws -> [String] {
        try bodies.flatMap { body in
            try JSONValue(parsing: Array(body.utf8)).reading { body in
                body["events"].array { event -> String? in
                    guard let number = event["number"].integer(in: 1...Int64.max),
                        let spot = event["identifier"].string(), let state = event["state"].string()
                    else { return nil }
                    return "\(number) \(spot) \(state)"
                }
            }
        }
    }

    func client() throws -> APIClient {
        try APIClient(server: "http://127.0.0.1:1", userAgent: "test/1", language: nil) { [self] request in
            try answer(request)
        }
    }

    private func answer(_ request: URLRequest) throws -> (body: [UInt8], status: Int?, retryAfter: String?) {
        try state.withLock { state in
            state.tries += 1
            switch state.mood {
            case .away: throw ConnectionLost()
            case .intercepted: return (Array("<html>Welcome</html>".utf8), 200, nil)
            case .refuses(let status, let code): return (Array(#"{"code": "\#(code)"}"#.utf8), status, nil)
            case .well: break
            }
            let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
            let text: String
            switch request.url?.path {
            case "/api/v1/presence/conditions": text = state.spots
            case "/api/v1/presence/events":
                state.bodies.append(body)
                text = #"{"acknowledged": 1}"#
            case "/oauth/device_authorization":
                text = """
                    {"device_code": "d", "user_code": "ABCD-EFGH", "verification_uri": "http://127.0.0.1:1/pair", \
                    "verification_uri_complete": "http://127.0.0.1:1/pair#ABCD-EFGH", "expires_in": 600, "interval": 1}
                    """
            case "/oauth/token": text = #"{"access_token": "token"}"#
            case "/api/v1/session": text = #"{"principal": {"id": "\#(state.person)"}}"#
            case let path: preconditionFailure("there is no \(path ?? "")")
            }
            return (Array(text.utf8), 200, nil)
        }
    }
}
