/// Cuts the bytes of a controller into HCI events, and finds the next event after bytes that make no sense.
///
/// A host without connections gets only events (type 4), so that every other beginning counts as rubbish. Some chips send
/// single bytes to announce that they sleep; those are skipped the same way.
struct H4Framer {
    /// The bytes that were skipped since the start.
    private(set) var skippedCount = 0
    /// The buffer; ``nextPacket()`` says where a packet is.
    private(set) var bytes: [UInt8]
    private var start = 0
    private var end = 0
    /// Whether the last beginning made no sense: the next one must be one of the events that a host waits for.
    private var isLost = false

    /// Makes a framer.
    ///
    /// - Parameter capacity: The size of the buffer; at least one packet of 258 bytes.
    init(capacity: Int = 16_384) {
        precondition(capacity >= Self.longestPacket)
        bytes = [UInt8](repeating: 0, count: capacity)
    }

    private static let longestPacket = 3 + 255

    /// Fills the free part of the buffer.
    ///
    /// - Parameter read: Writes to the beginning of the memory and returns the number of bytes; 0 or less is passed on.
    mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        if end + Self.longestPacket > bytes.count { moveToFront() }
        let free = end..<bytes.count
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe read(UnsafeMutableRawBufferPointer(rebasing: $0[free]))
        }
        if count > 0 { end += min(count, free.count) }
        return count
    }

    /// Finds the next complete event, which begins with its type, and goes past it.
    ///
    /// - Returns: Where it is in ``bytes`` until the buffer is filled again; `nil` when there is none yet.
    mutating func nextPacket() -> Range<Int>? {
        while start < end {
            switch judge() {
            case .packet(let count):
                isLost = false
                defer { start += count }
                return start..<start + count
            case .incomplete: return nil
            case .rubbish:
                isLost = true
                skippedCount += 1
                start += 1
            }
        }
        return nil
    }

    private enum Judgement {
        case packet(count: Int)
        case incomplete
        case rubbish
    }

    /// What the bytes from `start` on are.
    private func judge() -> Judgement {
        let count = end - start
        guard bytes[start] == 4 else { return .rubbish }
        guard count >= 3 else {
            return isLost && count == 2 && !Self.awaitedEvents.contains(bytes[start + 1])
                ? .rubbish : .incomplete
        }
        let (event, length) = (bytes[start + 1], Int(bytes[start + 2]))
        guard Self.isPlausible(event, length: length, afterRubbish: isLost) else { return .rubbish }
        // The subevents up to Bluetooth 5.4 end at 0x33.
        if event == 0x3E, count >= 4, !(1...0x33).contains(bytes[start + 3]) { return .rubbish }
        return count >= 3 + length ? .packet(count: 3 + length) : .incomplete
    }

    /// Command complete, command status, hardware error, and the events of low energy.
    private static let awaitedEvents: [UInt8] = [0x0E, 0x0F, 0x10, 0x3E]

    private static func isPlausible(_ event: UInt8, length: Int, afterRubbish: Bool) -> Bool {
        switch event {
        case 0x0E: length >= 3
        case 0x0F: length == 4
        case 0x10: length == 1
        case 0x3E: length >= 2
        default: !afterRubbish && event != 0
        }
    }

    private mutating func moveToFront() {
        let count = end - start
        for offset in 0..<count { bytes[offset] = bytes[start + offset] }
        (start, end) = (0, count)
    }
}
