/// What kind of advertisement a report is about, as the bits of an extended advertising report.
public struct AdvertisingProperties: OptionSet, Hashable, Sendable {
    /// The bits; those above the seventh are reserved.
    public let rawValue: UInt16

    /// Makes a set of its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The device can be connected to.
    public static var connectable: Self { Self(rawValue: 1 << 0) }
    /// The device answers when asked for more.
    public static var scannable: Self { Self(rawValue: 1 << 1) }
    /// The advertisement is meant for one receiver.
    public static var directed: Self { Self(rawValue: 1 << 2) }
    /// It is an answer to a receiver that asked for more.
    public static var scanResponse: Self { Self(rawValue: 1 << 3) }
    /// It has the form of advertisements before Bluetooth 5.
    public static var legacy: Self { Self(rawValue: 1 << 4) }
    /// The data is incomplete, and the rest comes with another report.
    public static var moreToCome: Self { Self(rawValue: 1 << 5) }
    /// The data is incomplete, and the rest is lost.
    public static var truncated: Self { Self(rawValue: 1 << 6) }

    /// What the event type of a legacy report stands for; `nil` for a type that is reserved.
    ///
    /// A legacy scan response does not say which advertisement it answers, so it does not count as connectable.
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
