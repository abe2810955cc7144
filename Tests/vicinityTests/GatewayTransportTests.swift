import Foundation
import FoundationNetworking
import Outgoing
import Testing

@testable import vicinity

/// How a gateway's requests become calls.
struct GatewayTransportTests {
    @Test(arguments: [nil, "{}"]) func `a call keeps its method and body`(body: String?) throws {
        if case .post = try call("GET").method { Issue.record("GET became POST") }
        switch try call("POST", body: body).method {
        case .get, .other: Issue.record("POST became another method")
        case .post(let bytes): #expect(bytes == Array((body ?? "").utf8))
        }
    }

    @Test func `another method is a programmer error`() async {
        await #expect(processExitsWith: .failure) { _ = try call("DELETE") }
    }
}

private func call(_ method: String, body: String? = nil) throws -> OutgoingRequest {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/path")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    return OutgoingRequest(ofGateway: request)
}
