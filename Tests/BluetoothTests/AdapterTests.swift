import Bluetooth
import Testing

struct AdapterTests {
    @Test(arguments: [
        ("auto", Adapter.automatic), ("bluez", .bluez(nil)), ("bluez:hci1", .bluez("hci1")),
        ("hci0", .userChannel(0)), ("hci12", .userChannel(12)),
        ("tcp:127.0.0.1:6402", .tcp(host: "127.0.0.1", port: 6402)),
        ("tcp:[::1]:6402", .tcp(host: "::1", port: 6402)), ("unix:/run/hci", .unix(path: "/run/hci")),
        ("serial:/dev/ttyUSB0", .serial(path: "/dev/ttyUSB0", baud: 115_200)),
        ("serial:/dev/ttyUSB0,1000000", .serial(path: "/dev/ttyUSB0", baud: 1_000_000)),
    ])
    func `each form is parsed, and written as it was`(text: String, adapter: Adapter) {
        #expect(Adapter(text) == adapter)
        #expect("\(adapter)" == text)
    }

    @Test(arguments: [
        "", "hci", "hci-1", "hci65536", "hci0x", "auto:", "bluez:", "bluez:usb0", "tcp:", "tcp:host",
        "tcp:host:0",
        "tcp:host:65536", "tcp::6402", "tcp:::1:6402", "unix:", "serial:", "serial:ttyUSB0",
        "serial:/dev/ttyUSB0,12345", "serial:/dev/ttyUSB0,", "usb:0",
    ])
    func `any other text is refused`(text: String) { #expect(Adapter(text) == nil) }
}
