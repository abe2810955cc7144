import Beacons
import DBus
import Testing

@testable import Bluetooth

struct DeviceAdvertisementTests {
    private let apple: [UInt8] = [
        0x02, 0x15, 0xFD, 0xA5, 0x06, 0x93, 0xA4, 0xE2, 0x4F, 0xB1, 0xAF, 0xCF, 0xC6, 0xEB, 0x07, 0x64, 0x78,
        0x25,
        0x27, 0x11, 0x4C, 0xB9, 0xC5,
    ]

    private var device: BlueZObjects.Properties {
        [
            "Address": .string("C4:12:34:56:78:9A"), "AddressType": .string("random"), "RSSI": .int16(-60),
            "ManufacturerData": .dictionary(
                [BusEntry(key: .uint16(76), value: .variant(.bytes(apple)))], of: "qv"),
        ]
    }

    @Test func `manufacturer data becomes the frame that was on air`() throws {
        let (report, data) = try #require(DeviceAdvertisement.report(of: device, changed: device))
        #expect(data == [26, 0xFF, 0x4C, 0x00] + apple)
        #expect(report.rssi == -60)
        #expect(report.address == DeviceAddress(0xC412_3456_789A, kind: .random))
        let frame = try #require(try AdvertisingData.iBeacon(in: data.span))
        #expect((frame.identity.major, frame.identity.minor, frame.measuredPower) == (10001, 19641, -59))
    }

    @Test func `a strength alone stands for the data of before`() throws {
        let (report, data) = try #require(
            DeviceAdvertisement.report(of: device, changed: ["RSSI": .int16(-60)]))
        #expect(report.data == 0..<27)
        #expect(data.count == 27)
    }

    @Test func `service data has its shortest form`() throws {
        let services = BusValue.dictionary(
            [
                BusEntry(
                    key: .string("0000feaa-0000-1000-8000-00805f9b34fb"), value: .variant(.bytes([0x20, 0]))),
                BusEntry(key: .string("12345678-0000-1000-8000-00805f9b34fb"), value: .variant(.bytes([1]))),
                BusEntry(key: .string("fda50693-a4e2-4fb1-afcf-c6eb07647825"), value: .variant(.bytes([2]))),
            ], of: "sv")
        let (_, data) = try #require(
            DeviceAdvertisement.report(of: device, changed: ["ServiceData": services]))
        #expect(
            data == [5, 0x16, 0xAA, 0xFE, 0x20, 0] + [6, 0x20, 0x78, 0x56, 0x34, 0x12, 1]
                + [
                    18, 0x21, 0x25, 0x78, 0x64, 0x07, 0xEB, 0xC6, 0xCF, 0xAF, 0xB1, 0x4F, 0xE2, 0xA4, 0x93,
                    0x06, 0xA5,
                    0xFD, 2,
                ])
    }

    @Test(arguments: [
        ["Connected": BusValue.boolean(true)], ["RSSI": .int16(-60), "Address": .string("C4")], [:],
    ])
    func `other changes are no advertisements`(changed: BlueZObjects.Properties) {
        let device = changed["Address"] == nil ? self.device : changed
        #expect(DeviceAdvertisement.report(of: device, changed: changed) == nil)
    }
}
