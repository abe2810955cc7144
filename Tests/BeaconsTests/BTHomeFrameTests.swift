import Beacons
import Testing

@Suite struct BTHomeFrameTests {
    private static let key = "231d39c1d7cc1ab1aee224cd096db932"
    private static let address = DeviceAddress(0x5448_E68F_80A5, kind: .publicDevice)

    @Test func `bthome's encrypted example is opened with its key`() throws {
        let data = try bytes("41 a47266c95f73 00112233 78237214")
        let key = CipherBlock(try bytes(Self.key))
        let frame = try btHome(data)
        #expect(frame.isEncrypted && !frame.isTriggerBased)
        let opened = try opened(data, address: Self.address, key: key)
        #expect(opened.counter == 0x3322_1100)
        #expect(try values(in: opened.objects) == ["temperature 25.06 °C", "humidity 50.55 %"])
        let again = BTHomeFrame.serviceData(
            encrypting: opened.objects, address: Self.address, counter: opened.counter, key: key,
            using: .openSSL)
        #expect(again == data)
    }

    @Test func `another key, another address and a changed byte open nothing`() throws {
        let data = try bytes("41 a47266c95f73 00112233 78237214")
        let key = CipherBlock(try bytes(Self.key))
        #expect(throws: FrameDefect.notAuthentic) {
            try opened(data, address: Self.address, key: CipherBlock(repeating: 0))
        }
        #expect(throws: FrameDefect.notAuthentic) {
            try opened(data, address: DeviceAddress(1, kind: .random), key: key)
        }
        for index in 1..<data.count {
            var changed = data
            changed[index] ^= 0x10
            #expect(throws: FrameDefect.notAuthentic) { try opened(changed, address: Self.address, key: key) }
        }
    }

    @Test func `a plain frame in advertising data gives its objects`() throws {
        let data = try bytes("020106 0b094449592d73656e736f72 0a16d2fc4002c40903bf13")
        let found = frames(in: data)
        #expect(found.defect == nil)
        guard case .btHome(let frame) = try #require(found.frames.first) else {
            Issue.record("\(found.frames) is no BTHome frame")
            return
        }
        #expect(!frame.isEncrypted)
        #expect(frame.content == 20..<26)
        #expect(try values(in: Array(data[frame.content])) == ["temperature 25.0 °C", "humidity 50.55 %"])
    }

    // The examples of the table of bthome.io.
    @Test(arguments: [
        ("0161", "battery 97.0 %"), ("02ca09", "temperature 25.06 °C"), ("451101", "temperature 27.3 °C"),
        ("57ea", "temperature -22.0 °C"), ("04138a01", "pressure 1008.83 hPa"),
        ("05138a14", "illuminance 13460.67 lx"), ("5c02fbffff", "power -12.78 W"),
        ("3f020c", "rotation 307.4 °"), ("3e2a2c0960", "count 1611213866.0 "), ("59ea", "count -22.0 "),
        ("4d12138a14", "energy 344593.17 kWh"), ("3a01", "button 1.0 "),
        ("f100010204", "firmware-version 67240192.0 "),
    ])
    func `an object has a name, a value and a unit`(object: String, expected: String) throws {
        let data = try bytes(object)
        #expect(try values(in: data) == [expected])
        let number = try #require(try btHomeObjects(data).first?.number)
        #expect(BTHomeObject.bytes(identifier: data[0], number: number) == data)
    }

    @Test func `a text and raw bytes have their length before them`() throws {
        let data = try bytes("530c48656c6c6f20576f726c6421 5400 0161")
        let objects = try btHomeObjects(data)
        #expect(
            objects == [
                NumberedObject(object: BTHomeObject(identifier: 0x53, value: 2..<14), number: nil),
                NumberedObject(object: BTHomeObject(identifier: 0x54, value: 16..<16), number: nil),
                NumberedObject(object: BTHomeObject(identifier: 0x01, value: 17..<18), number: 97),
            ])
        #expect(String(decoding: data[2..<14], as: UTF8.self) == "Hello World!")
        #expect(BTHomeObject.bytes(identifier: 0x53, content: Array(data[2..<14])) == Array(data[0..<14]))
    }

    @Test(arguments: [
        ("02", FrameDefect.truncatedObject), ("02ca", .truncatedObject), ("53", .truncatedObject),
        ("53870102", .truncatedObject), ("ff00", .unknownObject), ("016165", .unknownObject),
    ])
    func `damaged objects say what is wrong`(data: String, defect: FrameDefect) throws {
        let data = try bytes(data)
        #expect(throws: defect) { try btHomeObjects(data) }
    }

    @Test func `every identifier has one format, and its number survives`() throws {
        let formats = (UInt8.min ... .max).filter { BTHomeObjectFormat(identifier: $0) != nil }
        // 0x00 to 0x64 without 0x30 to 0x39 and 0x3B, and three of devices.
        #expect(formats.count == 93)
        for identifier in formats {
            let format = try #require(BTHomeObjectFormat(identifier: identifier))
            guard !format.hasLengthByte else { continue }
            let bits = Int64(8 * format.byteCount)
            let lowest = format.isSigned ? -(Int64(1) << (bits - 1)) : 0
            for number in [lowest, lowest + (Int64(1) << bits) - 1] {
                let bytes = try #require(BTHomeObject.bytes(identifier: identifier, number: number))
                #expect(try btHomeObjects(bytes).map(\.number) == [number])
            }
        }
    }

    @Test(arguments: [
        (UInt8(0x01), Int64(256)), (0x01, -1), (0x02, 32_768), (0x02, -32_769), (0xFF, 0), (0x53, 0),
    ])
    func `a number that does not fit is refused`(identifier: UInt8, number: Int64) {
        #expect(BTHomeObject.bytes(identifier: identifier, number: number) == nil)
    }

    @Test func `an event says so`() throws {
        let data = BTHomeFrame.serviceData(objects: [0x3A, 1], isTriggerBased: true)
        #expect(data == (try bytes("44 3a01")))
        #expect(try btHome(data).isTriggerBased)
    }

    private func values(in bytes: [UInt8]) throws -> [String] {
        try btHomeObjects(bytes).map { found in
            let format = try #require(BTHomeObjectFormat(identifier: found.object.identifier))
            let value = (Double(try #require(found.number)) * format.factor * 1_000).rounded() / 1_000
            return "\(format.name) \(value) \(format.unit)"
        }
    }
}
