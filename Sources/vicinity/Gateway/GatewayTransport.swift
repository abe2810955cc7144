import Essentials
import Foundation
import FoundationNetworking
import Outgoing
import WorkplaceClient

extension APIClient {
    /// Makes the client of a gateway, which keeps one connection and takes several megabytes less than `URLSession`.
    ///
    /// - Throws: ``CommandFailure`` for what is not an address.
    init(ofGateway server: String) throws(CommandFailure) {
        let name = "vicinity/\(Vicinity.version)"
        // The server is often in the private network, and in a test it has no TLS.
        let http = OutgoingClient(
            OutgoingClient.Configuration(
                timeLimit: .seconds(30), allowedHosts: [URL(string: server)?.hostInBrackets ?? ""],
                userAgent: name, callLimit: 2))
        do throws(InvalidServerAddress) {
            try self.init(
                server: server, userAgent: name, language: TerminalLanguage.tag.description,
                transport: { request in
                    let answer = try await http.send(OutgoingRequest(ofGateway: request))
                    return (answer.body, answer.status, answer["retry-after"])
                })
        } catch {
            throw CommandFailure(error.description, exitCode: 2)
        }
    }
}

extension OutgoingRequest {
    /// Makes a call of a gateway's request, which is `GET` or `POST`; other methods are programmer errors.
    init(ofGateway request: URLRequest) {
        let method: Method
        switch request.httpMethod {
        case "GET": method = .get
        case "POST": method = .post(request.httpBody.map(Array.init) ?? [])
        case let other: preconditionFailure("a gateway sends GET and POST, not \(other ?? "nothing")")
        }
        // The client names itself.
        let fields = (request.allHTTPHeaderFields ?? [:]).filter { $0.key != "User-Agent" }
        self.init(
            method, request.url?.absoluteString ?? "", header: fields.map { (name: $0.key, value: $0.value) })
    }
}

extension URL {
    /// The host, with an address of version 6 in brackets, as ``OutgoingClient`` takes it.
    fileprivate var hostInBrackets: String? {
        host().map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
    }
}
