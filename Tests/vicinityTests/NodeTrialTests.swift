import Outgoing
import Testing

@testable import vicinity

/// The address at which other nodes reach one, and the name of its connections.
struct NodeTrialTests {
    private static let url = "http://10.0.0.5:8080"

    private func warning(_ outcome: NodeTrial.Outcome, at url: String = Self.url) -> String? {
        NodeTrial.warning(of: outcome, at: url, process: "own")?.description
    }

    @Test(arguments: [.server(process: "own"), .refused(code: "https-needed")] as [NodeTrial.Outcome])
    func `an address that leads to this process, or may, is in order`(outcome: NodeTrial.Outcome) {
        #expect(warning(outcome) == nil)
    }

    @Test(
        arguments: [
            (.server(process: "other"), "Another server of Vicinity answers at http://10.0.0.5:8080"),
            (.server(process: nil), "Another server of Vicinity answers"),
            (.otherProgram, "Another program than Vicinity"),
            (
                .nothing("The host is not known."),
                "where other nodes look for this one: The host is not known. Say"
            ),
            (.untrusted, "update-ca-certificates"), (.refused(code: "misdirected-request"), "--demo"),
        ] as [(NodeTrial.Outcome, String)])
    func `an address that leads elsewhere is named with what to do`(
        outcome: NodeTrial.Outcome, words: String
    ) throws {
        let sentence = try #require(warning(outcome))
        #expect(sentence.contains(words) && sentence.hasSuffix("."))
    }

    @Test func `an unspecified address is of no use to others`() {
        #expect(warning(.server(process: "own"), at: "http://0.0.0.0:8080")?.contains("--node-url") == true)
        #expect(warning(.server(process: "own"), at: "http://[::]:8080")?.contains("--node-url") == true)
    }

    @Test(
        arguments: [
            (200, "a", #"{"status":"ok"}"#, .server(process: "a")), (200, nil, "<html>", .otherProgram),
            (403, nil, #"{"code":"https-needed"}"#, .refused(code: "https-needed")),
            (404, nil, "", .otherProgram),
            (421, nil, #"{"code":"misdirected-request"}"#, .refused(code: "misdirected-request")),
        ] as [(Int, String?, String, NodeTrial.Outcome)])
    func `an answer says who gave it`(
        status: Int, process: String?, body: String, outcome: NodeTrial.Outcome
    ) {
        #expect(NodeTrial.outcome(status: status, process: process, body: body) == outcome)
        #expect(outcome.isOfVicinity == (outcome != .otherProgram))
    }

    @Test(arguments: [
        ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("0.0.0.0:80", "http://127.0.0.1:80"),
        ("[::]:80", "http://[::1]:80"), ("[fd00::5]:80", "http://[fd00::5]:80"),
    ])
    func `this machine reaches a server where it listens`(address: String, url: String) throws {
        #expect(try ListenAddress(address).localURL == url)
    }

    @Test func `a node whose certificate is not trusted is named with what to do`() {
        let line = NodeForwarder.line(about: OutgoingError.tls, at: "https://node-a.example")
        #expect(
            line.hasPrefix(
                "The sender cannot be reached at https://node-a.example: The server's certificate is not trusted"
            ))
        #expect(line.hasSuffix("run update-ca-certificates."))
        #expect(NodeForwarder.line(about: OutgoingError.timeLimit, at: "x").hasSuffix("See --node-url."))
    }

    @Test func `the doctor compares what answers at both addresses`() {
        let (own, other) = (
            NodeTrial.Outcome.server(process: "own"), NodeTrial.Outcome.server(process: "other")
        )
        #expect(Diagnosis.nodeURL(Self.url, own, here: own).verdict == .ok)
        #expect(Diagnosis.nodeURL(Self.url, other, here: own).verdict == .warning)
        // Over TLS the doctor does not know which process listens here.
        #expect(Diagnosis.nodeURL(Self.url, other, here: .otherProgram).verdict == .ok)
        #expect(Diagnosis.nodeURL(Self.url, .nothing("No."), here: own).verdict == .warning)
        #expect(Diagnosis.nodeURL(Self.url, .nothing("No."), here: nil).verdict == .ok)
        #expect(Diagnosis.nodeURL(Self.url, other, here: nil).verdict == .warning)
    }

    @Test(
        arguments: [
            (nil, "vicinity"), ("http://10.0.0.5:8080", "vicinity 10.0.0.5:8080"),
            ("https://node-a.example", "vicinity node-a.example"),
            ("http://[fd00::5]:80", "vicinity [fd00::5]:80"),
            ("http://0.0.0.0:8080", "vicinity machine:8080"), ("http://[::]:8080", "vicinity machine:8080"),
        ] as [(String?, String)])
    func `connections are named after the node`(url: String?, name: String) {
        #expect(NodeName.ofConnections(url: url, machine: "machine") == name)
    }

    @Test func `a long name keeps its port and has 63 bytes`() {
        let host = String(repeating: "a", count: 80)
        let name = NodeName.ofConnections(url: "http://\(host).example:8080", machine: "")
        #expect(name.utf8.count == 63)
        #expect(name.hasPrefix("vicinity aaa") && name.hasSuffix("a:8080"))
    }
}
