import Cryptography
public import Essentials

/// A code that a tablet at an entrance shows: it says that whoever scans it stands in front of that tablet now.
///
/// It is no proof, because a picture of it can be sent on at once. It names its tablet, and changes every half minute.
public struct DoorCode: Hashable, Sendable {
    /// How long a tablet shows a code before the next one.
    public static let period: Duration = .seconds(30)
    /// How long a code can be scanned from the moment at which it is first shown.
    public static let validity: Duration = .seconds(60)
    private static let tagLength = 12

    /// The tablet that shows it.
    public let screen: DeviceID
    /// The number of the period in which it is shown, counted from 1970.
    let step: UInt32
    private let tag: [UInt8]

    /// The code of a tablet at a time.
    init(of screen: DeviceID, at time: Timestamp, key: [UInt8]) {
        let milliseconds = Int64(Self.period.components.seconds) * 1_000
        let step = UInt32(truncatingIfNeeded: time.millisecondsSinceEpoch / milliseconds)
        self.init(screen, step, key: key)
    }

    private init(_ screen: DeviceID, _ step: UInt32, key: [UInt8]) {
        self.screen = screen
        self.step = step
        let message = Array("door code 1\n\(step)\n\(screen)".utf8)
        tag = Array(HMACSHA256.authenticationCode(for: message, key: key).prefix(Self.tagLength))
    }

    /// The code as text, which the picture has behind `#door=`.
    public var text: String { "\(screen).\(Base64URL.encode(step.bigEndianBytes + tag))" }

    /// When the code is first shown.
    public var start: Timestamp {
        Timestamp(millisecondsSinceEpoch: Int64(step) * Int64(Self.period.components.seconds) * 1_000)
    }

    /// When the next code takes its place.
    public var end: Timestamp { start.advanced(by: Self.period) }

    /// When it cannot be scanned any more.
    public var expiry: Timestamp { start.advanced(by: Self.validity) }

    /// Reads a code that somebody scanned.
    ///
    /// - Throws: ``DoorCodeRefusal/unknown`` for a text that was not signed with the key, and ``DoorCodeRefusal/expired``
    ///   for a code of another time.
    init(scanned text: String, at time: Timestamp, key: [UInt8]) throws(DoorCodeRefusal) {
        let (name, bytes) = try SignedText.parts(of: text, length: 4 + Self.tagLength)
        guard let screen = DeviceID(name) else { throw .unknown }
        let code = DoorCode(screen, UInt32(bigEndianBytes: bytes.prefix(4)), key: key)
        guard constantTimeEqual(code.tag, bytes.dropFirst(4)) else { throw .unknown }
        guard code.start <= time, time < code.expiry else { throw .expired }
        self = code
    }
}

/// Why a code at an entrance, or its scan, is refused; nothing has changed.
public enum DoorCodeRefusal: Error, Hashable, Sendable {
    /// No tablet of this campus shows such a code.
    case unknown
    /// It is too old.
    case expired
}

/// What a valid code is exchanged for at once, so that there is time to sign in and to confirm.
public struct DoorScan: Hashable, Sendable {
    /// How long the punch can be confirmed after the scan.
    public static let validity: Duration = .seconds(600)
    private static let tagLength = 16

    /// The entrance.
    public let entrance: SpotID
    /// When the code was scanned.
    public let time: Timestamp
    private let tag: [UInt8]

    /// When it cannot be used any more.
    public var expiry: Timestamp { time.advanced(by: Self.validity) }

    init(of entrance: SpotID, at time: Timestamp, key: [UInt8]) {
        self.entrance = entrance
        self.time = time
        let message = Array("door scan 1\n\(time.millisecondsSinceEpoch)\n\(entrance)".utf8)
        tag = Array(HMACSHA256.authenticationCode(for: message, key: key).prefix(Self.tagLength))
    }

    /// The scan as text, which the punch names.
    public var text: String {
        let milliseconds = UInt64(bitPattern: time.millisecondsSinceEpoch)
        return "\(entrance).\(Base64URL.encode(milliseconds.bigEndianBytes + tag))"
    }

    /// Reads a scan that a page sends back.
    ///
    /// - Throws: ``DoorCodeRefusal``.
    init(_ text: String, at time: Timestamp, key: [UInt8]) throws(DoorCodeRefusal) {
        let (name, bytes) = try SignedText.parts(of: text, length: 8 + Self.tagLength)
        guard let entrance = SpotID(name) else { throw .unknown }
        let milliseconds = Int64(bitPattern: UInt64(bigEndianBytes: bytes.prefix(8)))
        let scan = DoorScan(
            of: entrance, at: Timestamp(millisecondsSinceEpoch: milliseconds), key: key)
        guard constantTimeEqual(scan.tag, bytes.dropFirst(8)) else { throw .unknown }
        guard time < scan.expiry else { throw .expired }
        self = scan
    }
}

/// A name, a dot, and signed bytes.
private enum SignedText {
    static func parts(of text: String, length: Int) throws(DoorCodeRefusal) -> (name: String, bytes: [UInt8])
    {
        guard text.utf8.count <= 200, let dot = text.lastIndex(of: "."),
            let bytes = Base64URL.decode(text[text.index(after: dot)...]), bytes.count == length
        else { throw .unknown }
        return (String(text[..<dot]), bytes)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }

    fileprivate init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}
