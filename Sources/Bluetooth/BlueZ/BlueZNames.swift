import DBus

/// Names of BlueZ's interfaces (doc/org.bluez.*.rst in its sources) and of our own objects.
enum BlueZNames {
    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let advertisement = "org.bluez.LEAdvertisement1"
    static let monitorManager = "org.bluez.AdvertisementMonitorManager1"
    static let monitor = "org.bluez.AdvertisementMonitor1"
    static let properties = "org.freedesktop.DBus.Properties"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"

    /// Where our monitors are below, and the one that we have.
    static let monitorRoot = "/org/vicinity/monitors"
    static let monitorPath = monitorRoot + "/beacons"
    static let advertisementPath = "/org/vicinity/advertisement"

    /// The properties of our monitor: every packet with manufacturer or service data of a beacon.
    ///
    /// A pattern is a position, a type of structure, and bytes: iBeacon, AltBeacon, Eddystone, BTHome, Ruuvi.
    static var monitorProperties: BusValue {
        func pattern(_ start: UInt8, _ type: UInt8, _ bytes: [UInt8]) -> BusValue {
            .structure([.byte(start), .byte(type), .bytes(bytes)])
        }
        return .properties([
            ("Type", .string("or_patterns")), ("RSSISamplingPeriod", .uint16(0)),
            (
                "Patterns",
                .array(
                    [
                        pattern(0, 0xFF, [0x4C, 0x00, 0x02, 0x15]), pattern(2, 0xFF, [0xBE, 0xAC]),
                        pattern(0, 0x16, [0xAA, 0xFE]), pattern(0, 0x16, [0xD2, 0xFC]),
                        pattern(0, 0xFF, [0x99, 0x04]),
                    ], of: "(yyay)")
            ),
        ])
    }

    /// The properties of an advertisement object.
    ///
    /// BlueZ takes manufacturer and service data and makes the structures itself; it adds flags only where it wants them.
    ///
    /// - Throws: ``BluetoothFailure`` for structures that BlueZ has no property for.
    static func properties(of advertisement: Advertisement) throws(BluetoothFailure) -> BusValue {
        var manufacturers: [BusEntry] = []
        var services: [BusEntry] = []
        for (type, content) in advertisement.structures {
            switch type {
            // Flags are BlueZ's own business, and so is the list of services that announces service data.
            case 0x01: continue
            case 0x02, 0x03: continue
            case 0xFF where content.count >= 2:
                let company = UInt16(content[0]) | UInt16(content[1]) << 8
                manufacturers.append(
                    BusEntry(key: .uint16(company), value: .variant(.bytes(Array(content[2...])))))
            case 0x16 where content.count >= 2:
                let number = String(UInt32(content[1]) << 8 | UInt32(content[0]), radix: 16)
                let uuid =
                    String(repeating: "0", count: 8 - number.count) + number + "-0000-1000-8000-00805f9b34fb"
                services.append(
                    BusEntry(key: .string(uuid), value: .variant(.bytes(Array(content[2...])))))
            default:
                throw BluetoothFailure(
                    .unusableAdvertisement,
                    "BlueZ cannot send a structure of type \(type); an HCI adapter such as hci0 can.")
            }
        }
        let milliseconds = UInt32(clamping: Int(advertisement.interval / .milliseconds(1)))
        var members: [(String, BusValue)] = [
            ("Type", .string("broadcast")), ("MinInterval", .uint32(milliseconds)),
            ("MaxInterval", .uint32(milliseconds)),
        ]
        if !manufacturers.isEmpty {
            members.append(("ManufacturerData", .dictionary(manufacturers, of: "qv")))
        }
        if !services.isEmpty { members.append(("ServiceData", .dictionary(services, of: "sv"))) }
        return .properties(members)
    }
}
