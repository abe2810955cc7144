/// What stands before a captured packet, and what the packet is.
enum CaptureLink: Hashable, Sendable {
    /// An event of a controller without its packet type.
    case event
    /// Another packet between host and controller.
    case notAnEvent
    /// HCI with the packet type as its first byte.
    case h4
    /// The direction (4 bytes), then HCI with the packet type.
    case h4WithDirection
    /// Adapter and opcode of BlueZ's monitor (2 bytes each), then a packet without its type.
    case monitor
    /// A packet from the air, beginning with its access address.
    case linkLayer
    /// Ten bytes about the reception, then a packet from the air.
    case linkLayerWithHeader
    /// The header of Nordic's sniffer, then a packet from the air.
    case nordic

    /// The link for a number of `pcap` and `pcapng` files, by tcpdump.org's list of link-layer header types.
    init?(linkType: UInt32) {
        switch linkType {
        case 187: self = .h4
        case 201: self = .h4WithDirection
        case 251: self = .linkLayer
        case 254: self = .monitor
        case 256: self = .linkLayerWithHeader
        case 272: self = .nordic
        default: return nil
        }
    }

    /// Whether the packets come from a sniffer, and not from a controller.
    var isFromTheAir: Bool {
        switch self {
        case .linkLayer, .linkLayerWithHeader, .nordic: true
        case .event, .notAnEvent, .h4, .h4WithDirection, .monitor: false
        }
    }
}
