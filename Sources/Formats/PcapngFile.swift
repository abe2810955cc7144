import Beacons

/// The packets of a capture in the `pcapng` format, which Wireshark and its sniffers write.
///
/// A file has sections, and a section has interfaces with a link type each. All are blocks: type, length (4 bytes each),
/// body, length again. Blocks of other types are skipped. Source: the IETF draft "PCAP Next Generation (pcapng) Capture
/// File Format".
struct PcapngFile: Sendable {
    private var order = ByteOrder.bigEndian
    private var interfaces: [PcapngInterface] = []

    /// The first bytes of every capture: the type of a section header, the same in both orders.
    static let magic: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A]

    mutating func next(_ window: inout ByteWindow) throws(RecordingError) -> CaptureStep? {
        while true {
            let offset = window.offset
            guard try window.has(1) else { return nil }
            try window.require(12)
            let isSection = window.bytes[window.index..<window.index + 4].elementsEqual(Self.magic)
            if isSection { try startSection(window) }
            let type = window.number32(at: 0, order)
            let length = Int(window.number32(at: 4, order))
            guard length >= 12, length % 4 == 0 else { throw RecordingError(.damagedBlock, offset: offset) }
            guard isSection || Self.usedTypes.contains(type) else {
                guard try window.skip(length) else {
                    throw RecordingError(.cut(end: window.end), offset: offset)
                }
                continue
            }
            guard length <= 2 * largestCapturedPacket else {
                guard try window.skip(length) else {
                    throw RecordingError(.cut(end: window.end), offset: offset)
                }
                return .defect(.oversizedPacket, offset: offset)
            }
            try window.require(length)
            guard window.number32(at: length - 4, order) == UInt32(length) else {
                throw RecordingError(.damagedBlock, offset: offset)
            }
            let step = isSection ? nil : block(type, length, window)
            window.advance(length)
            if let step { return step }
        }
    }

    /// A new section has its own order of bytes, and no interfaces yet.
    private mutating func startSection(_ window: ByteWindow) throws(RecordingError) {
        switch window.number32(at: 8, .bigEndian) {
        case 0x1A2B_3C4D: order = .bigEndian
        case 0x4D3C_2B1A: order = .littleEndian
        default: throw RecordingError(.damagedBlock, offset: window.offset)
        }
        interfaces = []
    }

    private mutating func block(_ type: UInt32, _ length: Int, _ window: ByteWindow) -> CaptureStep? {
        switch type {
        case 1:
            interfaces.append(PcapngInterface(window, length, order))
            return nil
        case 2:
            let interface = Int(length >= 14 ? window.number16(at: 8, order) : 0)
            return packet(interface, timeAt: 12, lengthsAt: 20, headerCount: 28, length, window)
        case 3: return packet(0, timeAt: nil, lengthsAt: 4, headerCount: 12, length, window)
        default:
            let interface = Int(length >= 16 ? window.number32(at: 8, order) : 0)
            return packet(interface, timeAt: 12, lengthsAt: 20, headerCount: 28, length, window)
        }
    }

    /// Reads a block with a packet: its header, the packet, options.
    private func packet(
        _ number: Int, timeAt: Int?, lengthsAt: Int, headerCount: Int, _ length: Int, _ window: ByteWindow
    ) -> CaptureStep {
        let offset = window.offset
        guard length >= headerCount + 4 else { return .defect(.frame(.truncatedPacket), offset: offset) }
        guard interfaces.indices.contains(number) else { return .defect(.unknownInterface, offset: offset) }
        let interface = interfaces[number]
        guard let link = interface.link else { return .defect(.unsupportedLinkType, offset: offset) }
        let room = length - headerCount - 4
        let original = Int(window.number32(at: headerCount - 4, order))
        var included = Int(window.number32(at: lengthsAt, order))
        var time = CaptureTime.missing
        if let timeAt {
            let high = UInt64(window.number32(at: timeAt, order))
            time = interface.time(high << 32 | UInt64(window.number32(at: timeAt + 4, order)))
        } else {
            // A simple packet has no included length: it is the original one, at most the interface's.
            included = min(original, interface.greatestLength, room)
        }
        guard included <= room else { return .defect(.frame(.truncatedPacket), offset: offset) }
        let start = window.index + headerCount
        return .record(
            CaptureRecord(
                offset: offset, packet: start..<start + included, isShortened: included < original,
                link: link,
                adapter: UInt16(truncatingIfNeeded: number), time: time))
    }

    /// Interfaces, and the three kinds of packets.
    private static let usedTypes: [UInt32] = [1, 2, 3, 6]
}

/// One interface of a section.
struct PcapngInterface: Sendable {
    /// `nil` for a link type that cannot carry advertisements.
    let link: CaptureLink?
    let greatestLength: Int
    /// `nil` for a unit that no clock has.
    private var unitsPerSecond: UInt64? = 1_000_000
    private var secondsToAdd: Int64 = 0

    /// Reads the block: link type (2 bytes), 2 unused bytes, greatest length (4 bytes), options.
    init(_ window: ByteWindow, _ length: Int, _ order: ByteOrder) {
        guard length >= 20 else {
            link = nil
            greatestLength = 0
            return
        }
        link = CaptureLink(linkType: UInt32(window.number16(at: 8, order)))
        let limit = Int(window.number32(at: 12, order))
        greatestLength = limit == 0 ? .max : limit
        var place = 16
        while place + 4 <= length - 4 {
            let code = window.number16(at: place, order)
            let count = Int(window.number16(at: place + 2, order))
            guard code != 0, place + 4 + count <= length - 4 else { return }
            if code == 9, count == 1 {
                unitsPerSecond = Self.unitsPerSecond(window.bytes[window.index + place + 4])
            } else if code == 14, count == 8 {
                secondsToAdd = Int64(bitPattern: window.number64(at: place + 4, order))
            }
            place += 4 + (count + 3) / 4 * 4
        }
    }

    /// The time for a number of units since 1970.
    func time(_ units: UInt64) -> CaptureTime {
        guard let unitsPerSecond else { return .unreadable }
        let (seconds, rest) = units.quotientAndRemainder(dividingBy: unitsPerSecond)
        let product = rest.multipliedFullWidth(by: 1_000_000)
        // The rest is below the divisor, so the quotient is below a million.
        let fraction = Int64(unitsPerSecond.dividingFullWidth(product).quotient)
        guard let seconds = Int64(exactly: seconds) else { return .unreadable }
        let (sum, isOverflow) = seconds.addingReportingOverflow(secondsToAdd)
        let (microseconds, isOverflow2) = sum.multipliedReportingOverflow(by: 1_000_000)
        guard !isOverflow, !isOverflow2, microseconds <= .max - fraction else { return .unreadable }
        return CaptureTime(microseconds: microseconds + fraction)
    }

    /// The highest bit says whether the rest is an exponent of two or of ten.
    private static func unitsPerSecond(_ resolution: UInt8) -> UInt64? {
        let exponent = Int(resolution & 0x7F)
        if resolution & 0x80 != 0 { return exponent <= 63 ? 1 << UInt64(exponent) : nil }
        return exponent <= 19 ? (0..<exponent).reduce(1) { power, _ in power * 10 } : nil
    }
}
