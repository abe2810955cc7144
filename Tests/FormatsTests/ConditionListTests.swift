import Beacons
import Conditions
import Formats
import Geodesy
import JSON
import Observations
import Testing

struct ConditionListTests {
    @Test
    func `circles and beacons are read with their policies`() throws {
        let list = try read(
            """
            {"conditions":[
              {"identifier":"café 1","beacon":{"uuid":"\(Capture.uuid)"}},
              {"identifier":"b","beacon":{"uuid":"\(Capture.uuid)","major":1}},
              {"identifier":"c","beacon":{"uuid":"\(Capture.uuid)","major":1,"minor":2},
               "policy":{"exitAfter":0.5,"goneAfter":60}},
              {"identifier":"d","circle":{"latitude":1,"longitude":2,"radius":3.5},
               "policy":{"fixes":1,"sigmas":2,"cushion":4,"maximumSpeed":5}}]}
            """)
        var beaconPolicy = ConditionPolicy()
        beaconPolicy.exitAfter = .milliseconds(500)
        beaconPolicy.goneAfter = .seconds(60)
        var circlePolicy = ConditionPolicy()
        circlePolicy.fixes = 1
        circlePolicy.sigmas = 2
        circlePolicy.cushion = 4
        circlePolicy.maximumSpeed = 5
        let center = try #require(Coordinate(latitude: 1, longitude: 2))
        let circle = try CircularGeographicCondition(center: center, radius: 3.5)
        #expect(
            list.entries == [
                .init(identifier: "café 1", condition: .beacon(BeaconIdentityCondition(uuid: Capture.uuid))),
                .init(
                    identifier: "b", condition: .beacon(BeaconIdentityCondition(uuid: Capture.uuid, major: 1))
                ),
                .init(
                    identifier: "c",
                    condition: .beacon(BeaconIdentityCondition(uuid: Capture.uuid, major: 1, minor: 2)),
                    policy: beaconPolicy),
                .init(identifier: "d", condition: .circular(circle), policy: circlePolicy),
            ])
    }

    @Test(arguments: [
        (#"{"conditions":[]}"#, "conditions"),
        (#"{"conditions":[{"identifier":"a"}]}"#, "conditions[0]"),
        (#"{"conditions":[{"identifier":"a","beacon":{"uuid":"x"}}]}"#, "conditions[0].beacon.uuid"),
        (
            #"{"conditions":[{"identifier":"a","beacon":{"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3","minor":1}}]}"#,
            "conditions[0].beacon.minor"
        ),
        (
            #"{"conditions":[{"identifier":"a/b","beacon":{"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"}}]}"#,
            "conditions[0].identifier"
        ),
        (
            #"{"conditions":[{"identifier":"a","circle":{"latitude":1,"longitude":2,"radius":0}}]}"#,
            "conditions[0].circle.radius"
        ),
        (
            #"{"conditions":[{"identifier":"a","circle":{"latitude":91,"longitude":2,"radius":1}}]}"#,
            "conditions[0].circle.latitude"
        ),
        (
            #"{"conditions":[{"identifier":"a","circle":{"latitude":1,"longitude":2,"radius":1},"policy":{"fixes":3}}]}"#,
            "conditions[0].policy.fixes"
        ),
        (
            #"{"conditions":[{"identifier":"a","circle":{"latitude":1,"longitude":2,"radius":1},"policy":{"exit":3}}]}"#,
            "conditions[0].policy.exit"
        ),
    ])
    func `L43 LD4 LD7: a mistake is reported with its place`(text: String, place: String) throws {
        let error = try #require(throws: JSONDocumentError.self) { try read(text) }
        #expect(error.lines(file: "list").first?.hasPrefix("list: \(place): ") == true)
    }

    @Test
    func `LA3, LA4: conditions of every kind are read`() throws {
        let list = try read(
            """
            {"conditions":[
              {"identifier":"a","polygon":{"outer":[{"latitude":0,"longitude":0},{"latitude":0,"longitude":3},
                {"latitude":3,"longitude":0}],"holes":[[{"latitude":1,"longitude":0.5},{"latitude":1,"longitude":1},
                {"latitude":0.5,"longitude":0.5}]]}},
              {"identifier":"b","timeWindow":[{"from":"2026-11-21T08:00:00Z","until":"2026-11-21T10:00:00+01:00"},
                {"from":"2026-11-22T08:00:00Z","until":"2026-11-22T09:00:00Z"}]},
              {"identifier":"c","dwell":{"seconds":300.5,"condition":{"beacon":{"uuid":"\(Capture.uuid)"}}}},
              {"identifier":"d","all":[{"not":{"beacon":{"uuid":"\(Capture.uuid)"}}},
                {"any":[{"circle":{"latitude":1,"longitude":2,"radius":3.5}}]}],"policy":{"weakestSignal":-80}}]}
            """)
        let corners: [(Double, Double)] = [(0, 0), (0, 3), (3, 0), (1, 0.5), (1, 1), (0.5, 0.5)]
        let ring = try corners.map { try #require(Coordinate(latitude: $0.0, longitude: $0.1)) }
        let polygon = try Polygon(outer: Array(ring[..<3]), holes: [Array(ring[3...])])
        let moments = try ["21T08", "21T09", "22T08", "22T09"].map {
            try #require(ObservationTime(rfc3339: "2026-11-\($0):00:00Z"))
        }
        let windows = try TimeWindowCondition([moments[0]..<moments[1], moments[2]..<moments[3]])
        let beacon = Condition.beacon(BeaconIdentityCondition(uuid: Capture.uuid))
        let center = try #require(Coordinate(latitude: 1, longitude: 2))
        let circle = Condition.circular(try CircularGeographicCondition(center: center, radius: 3.5))
        let tree = try Condition.all(of: [try beacon.negated(), try .any(of: [circle])])
        #expect(
            list.entries.map(\.condition) == [
                .polygon(PolygonGeographicCondition(polygon)), .timeWindow(windows),
                try beacon.held(for: .milliseconds(300_500)), tree,
            ])
        #expect(list.entries.map(\.policy.weakestSignal) == [nil, nil, nil, -80])
    }

    /// The one condition of a list, and its mistakes.
    struct Mistaken: CustomTestStringConvertible {
        var testDescription: String
        var condition: String
        var lines: [String]

        private static let beacon = #""beacon":{"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"}"#

        static let rows: [Mistaken] = [
            .init(
                testDescription: "two kinds", condition: #"\#(beacon),"not":{\#(beacon)}"#,
                lines: [
                    "a: conditions[0]: must have exactly one of circle, polygon, beacon, timeWindow, dwell, all, any, not"
                ]),
            .init(
                testDescription: "no parts", condition: #""all":[]"#,
                lines: ["a: conditions[0].all: must have 1 to 1,000 elements"]),
            .init(
                testDescription: "mistakes of two parts",
                condition: #""any":[{"circle":{"latitude":1,"longitude":2,"radius":-1}},{"not":{}}]"#,
                lines: [
                    "a: conditions[0].any[0].circle.radius: must be from 0 to 20037508.342789244",
                    "a: conditions[0].any[1].not: must have exactly one of circle, polygon, beacon, timeWindow, dwell, all, any, not",
                ]),
            .init(
                testDescription: "a policy of a part", condition: #""not":{\#(beacon),"policy":{}}"#,
                lines: ["a: conditions[0].not.policy: is not known here"]),
            .init(
                testDescription: "a stay of no time",
                condition: #""dwell":{"seconds":0,"condition":{\#(beacon)}}"#,
                lines: ["a: conditions[0].dwell.seconds: must be from 0.000001 to 31,622,400"]),
            .init(
                testDescription: "a stay in nothing", condition: #""dwell":{"seconds":1}"#,
                lines: ["a: conditions[0].dwell.condition: is missing"]),
            .init(
                testDescription: "windows that overlap",
                condition:
                    #""timeWindow":[{"from":"2026-11-21T08:00:00Z","until":"2026-11-21T10:00:00Z"},{"from":"2026-11-21T09:00:00Z","until":"2026-11-21T11:00:00Z"}]"#,
                lines: [
                    "a: conditions[0].timeWindow: must have its windows in order, none overlapping the one before"
                ]),
            .init(
                testDescription: "a window that ends before it begins",
                condition: #""timeWindow":[{"from":"2026-11-21T08:00:00Z","until":"2026-11-21T08:00:00Z"}]"#,
                lines: ["a: conditions[0].timeWindow[0].until: must be after from"]),
            .init(
                testDescription: "a polygon that crosses itself",
                condition:
                    #""polygon":{"outer":[{"latitude":0,"longitude":0},{"latitude":1,"longitude":1},{"latitude":1,"longitude":0},{"latitude":0,"longitude":1}]}"#,
                lines: ["a: conditions[0].polygon: edges 0 and 2 of ring 0 cross or touch"]),
            .init(
                testDescription: "17 levels",
                condition: String(repeating: #""not":{"#, count: 16) + beacon
                    + String(repeating: "}", count: 16),
                lines: ["a: conditions[0].not: must have at most 16 levels"]),
        ]
    }

    @Test
    func `LA3: hours in a zone are read with a reader of zones, and refused without one`() throws {
        let text = #"{"conditions":[{"identifier":"a","not":{"timeWindow":{"zone":"Asia/Tokyo"}}}]}"#
        let alone = try #require(throws: JSONDocumentError.self) { try read(text) }
        #expect(
            alone.lines(file: "a") == [
                "a: conditions[0].not.timeWindow: must be a list of windows: there are no zones here"
            ])
        let window = ObservationTime(microseconds: 5)..<ObservationTime(microseconds: 7)
        var zones: [String?] = []
        let list = try ConditionList(reading: Array(text.utf8)) { reader in
            zones.append(reader["zone"].string())
            return [window]
        }
        #expect(list.entries.map(\.condition) == [try .timeWindow(TimeWindowCondition([window])).negated()])
        #expect(zones == ["Asia/Tokyo"])
        let refused = try #require(throws: JSONDocumentError.self) {
            try ConditionList(reading: Array(text.utf8)) { reader in
                reader["zone"].note(.value, "is far away")
                return nil
            }
        }
        #expect(refused.lines(file: "a") == ["a: conditions[0].not.timeWindow.zone: is far away"])
    }

    @Test(arguments: Mistaken.rows)
    func `LA3: a mistake in a tree is reported with its place and reason`(_ row: Mistaken) throws {
        let error = try #require(throws: JSONDocumentError.self) {
            try read(#"{"conditions":[{"identifier":"a",\#(row.condition)}]}"#)
        }
        #expect(error.lines(file: "a") == row.lines)
    }

    @Test
    func `two conditions of one name, and what is not JSON, are refused`() throws {
        let entry = #"{"identifier":"a","beacon":{"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"}}"#
        let twice = try #require(throws: JSONDocumentError.self) {
            try read(#"{"conditions":[\#(entry),\#(entry)]}"#)
        }
        #expect(twice.lines(file: "list") == ["list: conditions[1].identifier: occurs twice"])
        let cut = try #require(throws: JSONDocumentError.self) { try read("{") }
        #expect(cut.lines(file: "list") == ["list: line 1, column 2: the text ends too early"])
    }

    private func read(_ text: String) throws(JSONDocumentError) -> ConditionList {
        try ConditionList(reading: Array(text.utf8))
    }
}
