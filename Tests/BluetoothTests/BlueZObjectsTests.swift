import DBus
import Testing

@testable import Bluetooth

struct BlueZObjectsTests {
    private let adapter = "/org/bluez/hci0"

    private func managed(_ path: String, _ interface: String, _ properties: [(String, BusValue)])
        -> [BusValue]
    {
        let interfaces = BusValue.dictionary(
            [BusEntry(key: .string(interface), value: .properties(properties))], of: "sa{sv}")
        return [.dictionary([BusEntry(key: .path(path), value: interfaces)], of: "oa{sa{sv}}")]
    }

    @Test func `properties follow the signals`() {
        var objects = BlueZObjects(
            managed: managed(
                adapter, "org.bluez.Adapter1", [("Powered", .boolean(false)), ("Name", .string("x"))]))
        #expect(objects.paths(with: "org.bluez.Adapter1") == [adapter])
        let changes = objects.take(
            path: adapter, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            arguments: [
                .string("org.bluez.Adapter1"), .properties([("Powered", .boolean(true))]),
                .array([.string("Name")], of: "s"),
            ])
        #expect(changes.map(\.properties) == [["Powered": .boolean(true)]])
        #expect(objects.properties(adapter, "org.bluez.Adapter1") == ["Powered": .boolean(true)])
    }

    @Test func `an object comes and goes`() {
        var objects = BlueZObjects(managed: [])
        let path = adapter + "/dev_C4"
        let added = objects.take(
            path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesAdded",
            arguments: [
                .path(path),
                .dictionary(
                    [BusEntry(key: .string("org.bluez.Device1"), value: .properties([("RSSI", .int16(-5))]))],
                    of: "sa{sv}"),
            ])
        #expect(added.count == 1)
        #expect(objects.properties(path, "org.bluez.Device1") == ["RSSI": .int16(-5)])
        let removed = objects.take(
            path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved",
            arguments: [.path(path), .array([.string("org.bluez.Device1")], of: "s")])
        #expect(removed == [BlueZObjects.Change(path: path, interface: "org.bluez.Device1", properties: nil)])
        #expect(objects.paths(with: "org.bluez.Device1") == [])
    }

    @Test(arguments: [
        [], [BusValue.string("x")], [.string("x"), .string("y")], [.uint32(1), .boolean(true)],
    ])
    func `arguments of another shape change nothing of what is known`(arguments: [BusValue]) {
        var objects = BlueZObjects(managed: arguments)
        for member in ["PropertiesChanged", "InterfacesAdded", "InterfacesRemoved"] {
            for interface in ["org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager"] {
                _ = objects.take(path: adapter, interface: interface, member: member, arguments: arguments)
            }
        }
        #expect(objects.paths(with: "org.bluez.Adapter1") == [])
    }
}
