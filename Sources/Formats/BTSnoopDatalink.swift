/// The place where a capture was taken, which determines the first bytes of its packets; raw values are the
/// file's.
enum BTSnoopDatalink: UInt32, Sendable {
    /// Packets without their type; the flags determine it.
    case h1 = 1001
    /// Packets as on a serial line, beginning with their type.
    case h4 = 1002
    /// The packets of all adapters from BlueZ's monitor, without their type.
    case monitor = 2001

    /// Whether the packet's type is its first byte.
    var carriesPacketType: Bool { self == .h4 }

    /// Whether a record can be an event of a controller.
    func isEvent(_ flags: UInt32) -> Bool {
        switch self {
        // Bit 0 means received; bit 1 means a command or an event.
        case .h1: flags & 0b11 == 0b11
        // The type byte decides; some writers leave the flags at 0.
        case .h4: true
        case .monitor: flags & 0xFFFF == 3
        }
    }

    /// The number of the adapter; only the monitor has several.
    func adapter(_ flags: UInt32) -> UInt16 {
        self == .monitor ? UInt16(flags >> 16) : 0
    }

    /// The type of an event packet, by the Bluetooth core specification.
    static let eventPacketType: UInt8 = 0x04
}
