import Beacons
import Conditions
import Formats
import Geodesy
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
    func `LD4, LD7: a mistake is told with its place`(text: String, place: String) throws {
        let error = try #require(throws: DocumentError.self) { try read(text) }
        #expect(error.lines(file: "list").first?.hasPrefix("list: \(place): ") == true)
    }

    @Test
    func `two conditions of one name, and what is not JSON, are refused`() throws {
        let entry = #"{"identifier":"a","beacon":{"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"}}"#
        let twice = try #require(throws: DocumentError.self) {
            try read(#"{"conditions":[\#(entry),\#(entry)]}"#)
        }
        #expect(twice.lines(file: "list") == ["list: conditions[1].identifier: occurs twice"])
        let cut = try #require(throws: DocumentError.self) { try read("{") }
        #expect(cut.lines(file: "list") == ["list: line 1, column 2: the text ends too early"])
    }

    private func read(_ text: String) throws(DocumentError) -> ConditionList {
        try ConditionList(reading: Array(text.utf8))
    }
}
