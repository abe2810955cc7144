import Beacons
import Testing

@Suite struct AdvertisingDataTests {
    /// Frames that real devices sent.
    struct RealFrame: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let data: String
        let uuid: String
        let major: UInt16
        let minor: UInt16
        let power: Int8

        static let all = [
            RealFrame(
                testDescription: "a badge",
                data: "0201061aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5",
                uuid: "FDA50693-A4E2-4FB1-AFCF-C6EB07647825", major: 10001, minor: 19641, power: -59),
            RealFrame(
                testDescription: "a gateway's test beacon",
                data: "0201061aff4c0002154c2b0000000100010001012b010002c900010001c5",
                uuid: "4C2B0000-0001-0001-0001-012B010002C9", major: 1, minor: 1, power: -59),
            RealFrame(
                testDescription: "a thermometer's scan response, without flags",
                data: "1aff4c000215494e54454c4c495f524f434b535f48575072f2ffc2",
                uuid: "494E5445-4C4C-495F-524F-434B535F4857", major: 20594, minor: 62207, power: -62),
        ]
    }

    @Test(arguments: RealFrame.all)
    func `L138, L139, L140: a real frame gives its identity and its measured power`(real: RealFrame) throws {
        let frame = try #require(try iBeacon(in: try bytes(real.data)))
        #expect(frame.identity.uuid.description == real.uuid)
        #expect(frame.identity.major == real.major)
        #expect(frame.identity.minor == real.minor)
        #expect(frame.measuredPower == real.power)
    }

    @Test(arguments: ["020106", "02011A", "020104", "", "03039feb 020106", "0409414243"])
    func `L138: what stands before the frame does not matter`(before: String) throws {
        let data = try bytes(before) + (try bytes(RealFrame.all[2].data))
        #expect(try iBeacon(in: data)?.identity.major == 20594)
    }

    @Test(arguments: [
        ("", "nothing"),
        ("00", "a padding byte"),
        ("020106", "flags alone"),
        ("02011a 0aff4c0010 050b1c2d3e4f", "Apple's continuity"),
        ("02011a 07ff4c0012020003", "Apple's find-my network"),
        ("03ff4c00", "the company alone"),
        ("04ff4c0002", "the company and a type"),
        ("1aff4d000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5", "another company"),
        ("1aff4c000315fda50693a4e24fb1afcfc6eb0764782527114cb9c5", "another type"),
        ("1aff4c000214fda50693a4e24fb1afcfc6eb0764782527114cb9c5", "another length byte"),
        ("1a164c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5", "no manufacturer data"),
        ("00 1aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5", "a frame after the end"),
    ])
    func `L143: other advertising data holds no frame`(data: String, what: String) throws {
        #expect(try iBeacon(in: try bytes(data)) == nil, "\(what)")
    }

    @Test(arguments: [
        ("02", FrameDefect.truncatedStructure),
        ("0201", .truncatedStructure),
        ("020106 1aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9", .truncatedStructure),
        ("ff", .truncatedStructure),
        ("05ff4c000215", .wrongFrameLength),
        ("19ff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9", .wrongFrameLength),
        ("1bff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c500", .wrongFrameLength),
        ("05ff4c000215 0201", .truncatedStructure),
    ])
    func `damaged advertising data is refused with a reason`(data: String, reason: FrameDefect) throws {
        let data = try bytes(data)
        #expect(throws: reason) { try iBeacon(in: data) }
    }

    @Test func `a whole frame counts, whatever damage stands around it`() throws {
        let frame = "1aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5"
        for data in ["05ff4c000215" + frame, frame + "1aff4c0002", frame + "ff"] {
            #expect(try iBeacon(in: try bytes(data))?.identity.minor == 19641)
        }
    }

    @Test func `of two frames the first counts`() throws {
        let data = try bytes(RealFrame.all[2].data) + (try bytes(RealFrame.all[0].data))
        #expect(try iBeacon(in: data)?.identity.major == 20594)
    }
}
