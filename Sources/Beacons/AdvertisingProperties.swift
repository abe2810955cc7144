/// The kind of advertisement in a report, as the bits of an extended advertising report.
public struct AdvertisingProperties: OptionSet, Hashable, Sendable {
    /// The bits; those above the seventh are reserved.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The device accepts connections.
    public static var connectable: Self { Self(rawValue: 1 << 0) }
    /// The device answers scan requests.
    public static var scannable: Self { Self(rawValue: 1 << 1) }
    /// The advertisement is meant for one receiver.
    public static var directed: Self { Self(rawValue: 1 << 2) }
    /// It is the answer to a scan request.
    public static var scanResponse: Self { Self(rawValue: 1 << 3) }
    /// It has the form that was used before Bluetooth 5.
    public static var legacy: Self { Self(rawValue: 1 << 4) }
    /// The data is incomplete; another report has the rest.
    public static var moreToCome: Self { Self(rawValue: 1 << 5) }
    /// The data is incomplete, and the rest is lost.
    public static var truncated: Self { Self(rawValue: 1 << 6) }

    /// The properties for the event type of a legacy report; `nil` for a reserved type.
    ///
    /// A legacy scan response does not state which advertisement it answers, so it does not count as
    /// connectable.
    public init?(legacyEventType: UInt8) {
        switch legacyEventType {
        case 0: self = [.legacy, .connectable, .scannable]
        case 1: self = [.legacy, .connectable, .directed]
        case 2: self = [.legacy, .scannable]
        case 3: self = [.legacy]
        case 4: self = [.legacy, .scannable, .scanResponse]
        default: return nil
        }
    }
}
