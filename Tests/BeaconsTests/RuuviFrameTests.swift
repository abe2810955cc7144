import Beacons
import Testing

/// The vectors of Ruuvi's "Data format 5".
@Suite struct RuuviFrameTests {
    @Test func `the example gives what Ruuvi says`() throws {
        let data = try bytes("9904 0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F")
        let frame = try #require(try ruuvi(data))
        #expect(frame.celsius == 24.3)
        #expect(frame.humidityPercent == 53.49)
        #expect(frame.pascals == 100_044)
        #expect(frame.acceleration == RuuviFrame.Acceleration(x: 4, y: -4, z: 1036))
        #expect(frame.batteryMillivolts == 2_977)
        #expect(frame.transmitPower == 4)
        #expect(frame.movementCount == 66)
        #expect(frame.sequence == 205)
        #expect(frame.address == 0xCBB8_334C_884F)
        #expect(frame.manufacturerData == data)
    }

    @Test func `the greatest values are values`() throws {
        let data = try bytes("9904 057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F")
        let frame = try #require(try ruuvi(data))
        #expect(frame.celsius == 163.835)
        #expect(frame.humidityPercent == 163.835)
        #expect(frame.pascals == 115_534)
        #expect(frame.acceleration == RuuviFrame.Acceleration(x: 32_767, y: 32_767, z: 32_767))
        #expect(frame.batteryMillivolts == 3_646 && frame.transmitPower == 20)
        #expect(frame.movementCount == 254 && frame.sequence == 65_534)
        #expect(frame.manufacturerData == data)
    }

    @Test func `the least values are values`() throws {
        let data = try bytes("9904 058001000000008001800180010000000000CBB8334C884F")
        let frame = try #require(try ruuvi(data))
        #expect(frame.celsius == -163.835)
        #expect(frame.humidityPercent == 0 && frame.pascals == 50_000)
        #expect(frame.acceleration == RuuviFrame.Acceleration(x: -32_767, y: -32_767, z: -32_767))
        #expect(frame.batteryMillivolts == 1_600 && frame.transmitPower == -40)
        #expect(frame.movementCount == 0 && frame.sequence == 0)
        #expect(frame.manufacturerData == data)
    }

    @Test func `what is not measured has no value`() throws {
        let data = try bytes("9904 058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF")
        let frame = try #require(try ruuvi(data))
        #expect(frame == RuuviFrame())
        #expect(frame.celsius == nil && frame.batteryMillivolts == nil && frame.address == nil)
        #expect(frame.manufacturerData == data)
    }

    @Test(arguments: ["9904 03291A1ECE1EFC18F94202CA0B53", "4C00 0512FC", "9904"])
    func `other formats and companies are not this frame`(data: String) throws {
        #expect(try ruuvi(try bytes(data)) == nil)
    }
}
