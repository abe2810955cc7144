import Essentials
import JSON
import Testing
import WorkplaceClient

@testable import vicinity

/// The gateways of a server as a terminal shows them.
struct GatewayStatusTextTests {
    private func text(_ gateways: String) throws -> String {
        let answer = try JSONValue(parsing: Array(#"{"gateways": [\#(gateways)]}"#.utf8))
        let now = try #require(Timestamp("2026-09-01T08:10:00Z"))
        return try GatewayStatusText(answer, now: now).text
    }

    private func gateway(_ id: String, _ state: String, _ more: String = "", unknown: String = "") -> String {
        """
        {"id": "\(id)", "site": "berlin", "siteName": "Berlin", "spot": "door", "spotName": "Door", \
        "state": "\(state)"\(more), "unknownCount": \(unknown.isEmpty ? 0 : 1), "unknown": [\(unknown)]}
        """
    }

    private func health(queued: Int = 1, dropped: Int = 0) -> String {
        """
        , "health": {"program": "vicinity/1", "adapter": "hci0", "uptimeSeconds": 5, "queued": \(queued), \
        "dropped": \(dropped), "heardPerSecond": 41.5}
        """
    }

    @Test func `each gateway has its state and what is wrong, the troubled first, and then nobody's beacons`()
        throws
    {
        let live = gateway(
            "front", "live", #", "heardAt": "2026-09-01T08:09:59Z", "clockAheadSeconds": -0.4"# + health(),
            unknown: """
                {"uuid": "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", "major": 9, "minor": 77, "count": 12, "rssi": -50, \
                "heardAt": "2026-09-01T08:09:59Z"}
                """)
        let deaf = gateway(
            "back", "deaf",
            #", "heardAt": "2026-09-01T08:06:00Z", "clockAheadSeconds": 61"# + health(queued: 9, dropped: 3))
        #expect(
            try text([live, deaf, gateway("roof", "unpaired")].joined(separator: ",")) == """
                GATEWAY  PLACE  STATE       LAST HEARD  HEARS  CLOCK       WAITING
                back     Door   no radio    4 min ago   42/s   61 s ahead  9 reports
                           Its radio is off or gone: journalctl --unit vicinity-gateway says why, on the gateway.
                           It lost 3 reports, because its disk space for them was full.
                front    Door   live        just now    42/s   right       none
                roof     Door   not set up  never       –      –           –

                Heard in the last minute, but nobody's badge: 1. The strongest:
                  BEACON                                     HEARD AT  STRENGTH  TIMES
                  6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3 9 77  Door      -50 dBm   12 times
                """)
    }

    @Test func `a beacon that several gateways hear is shown once, where it is strongest`() throws {
        func heard(_ rssi: Int) -> String {
            #"{"eddystone": "00ff", "count": 3, "rssi": \#(rssi), "heardAt": "2026-09-01T08:09:59Z"}"#
        }
        let gateways = [
            gateway("front", "live", unknown: heard(-80)),
            gateway("back", "live", unknown: heard(-50)).replacing(#""Door""#, with: #""Café""#),
        ]
        let shown = try text(gateways.joined(separator: ","))
        #expect(shown.contains("nobody's badge: 1."))
        #expect(shown.hasSuffix("00ff    Café      -50 dBm   3 times"))
    }

    @Test(arguments: [
        ("08:09:56", "just now"), ("08:10:30", "just now"), ("08:09:15", "45 s ago"),
        ("07:10:00", "1 h ago"),
    ])
    func `the age of a report is in the largest whole unit`(time: String, age: String) throws {
        let shown = try text(gateway("front", "silent", #", "heardAt": "2026-09-01T\#(time)Z""#))
        #expect(shown.contains(" silent  \(age) "))
        #expect(shown.contains("Look whether it has power and network."))
    }

    @Test func `without gateways it says where they come from`() throws {
        #expect(try text("") == "You run no gateways. The campus file says where gateways are.")
    }

    @Test func `a state of a later server is shown as it is, and words cannot command the terminal`() throws {
        let shown = try text(gateway("front", "paus\\u001b[2Jed"))
        #expect(shown.contains("paus [2Jed"))
    }

    @Test func `an answer that is no list of gateways is refused`() throws {
        #expect(throws: UnexpectedAnswer.self) { try text(#"{"id": "front"}"#) }
    }
}
