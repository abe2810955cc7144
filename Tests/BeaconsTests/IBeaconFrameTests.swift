import Beacons
import TestSupport
import Testing

@Suite struct IBeaconFrameTests {
    @Test func `L138: a frame is written as a beacon sends it`() throws {
        let uuid = try #require(ProximityUUID("FDA50693-A4E2-4FB1-AFCF-C6EB07647825"))
        let frame = IBeaconFrame(
            identity: BeaconIdentity(uuid: uuid, major: 10001, minor: 19641), measuredPower: -59)
        let expected = try bytes("0201061aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5")
        #expect(frame.advertisingData == expected)
        #expect(frame.manufacturerData == Array(expected[5...]))
    }

    @Test(arguments: 0..<100)
    func `a frame that is written and read is the same`(seed: UInt64) throws {
        let frame = Self.frame(seed: seed)
        #expect(try iBeacon(ofManufacturer: frame.manufacturerData) == frame)
        #expect(try iBeacon(in: frame.advertisingData) == frame)
    }

    @Test func `every shorter frame is refused or none`() throws {
        let data = Self.frame(seed: 1).manufacturerData
        for count in 0..<4 { #expect(try iBeacon(ofManufacturer: Array(data[..<count])) == nil) }
        for count in 4..<data.count {
            #expect(throws: FrameDefect.wrongFrameLength) {
                try iBeacon(ofManufacturer: Array(data[..<count]))
            }
        }
        #expect(throws: FrameDefect.wrongFrameLength) {
            try iBeacon(ofManufacturer: (data + [0]))
        }
    }

    @Test func `another company's data is no frame`() throws {
        var data = Self.frame(seed: 2).manufacturerData
        data[1] = 1
        #expect(try iBeacon(ofManufacturer: data) == nil)
    }

    /// A frame with every part of it at random.
    private static func frame(seed: UInt64) -> IBeaconFrame {
        var generator = SplitMix64(seed: seed)
        let uuid = ProximityUUID(high: generator.next(), low: generator.next())
        return IBeaconFrame(
            identity: BeaconIdentity(
                uuid: uuid, major: .random(in: 0...(.max), using: &generator),
                minor: .random(in: 0...(.max), using: &generator)),
            measuredPower: .random(in: .min ... .max, using: &generator))
    }
}
