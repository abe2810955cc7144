/// The part of a recording that a reader looks at, filled from behind as the reader goes on.
struct ByteWindow: Sendable {
    /// The bytes in memory; ranges of packets are positions in it until the next call of a method.
    private(set) var bytes: [UInt8] = []
    /// The position in ``bytes`` of what comes next.
    private(set) var index = 0
    /// The position in the recording of the first byte in memory.
    private var base = 0
    /// `nil` after the last piece.
    private var pieces: RecordingSource.Pieces?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(reading pieces: @escaping RecordingSource.Pieces) { self.pieces = pieces }

    /// The position in the recording of what comes next.
    var offset: Int { base + index }
    /// The position in the recording behind the last byte in memory; at the end, the length of the recording.
    var end: Int { base + bytes.count }

    /// Reads on until some bytes are in memory; `false` when the recording has fewer.
    mutating func has(_ count: Int) throws(RecordingError) -> Bool {
        if bytes.count - index >= count { return true }
        return try fill(count)
    }

    /// Reads on until some bytes are in memory.
    ///
    /// - Throws: ``RecordingError/Reason/cut(end:)`` at the place when the recording has fewer.
    mutating func require(_ count: Int) throws(RecordingError) {
        let place = offset
        guard try has(count) else { throw RecordingError(.cut(end: end), offset: place) }
    }

    /// Goes forward by a record's header, which is in memory, and the packet behind it.
    ///
    /// - Returns: Where the packet is in ``bytes``; `nil` for one above ``largestCapturedPacket``, which is not kept.
    /// - Throws: ``RecordingError/Reason/cut(end:)`` at the header when the recording ends in the packet.
    mutating func takePacket(behind header: Int, _ count: Int) throws(RecordingError) -> Range<Int>? {
        let place = offset
        guard count <= largestCapturedPacket else {
            guard try skip(header + count) else { throw RecordingError(.cut(end: end), offset: place) }
            return nil
        }
        try require(header + count)
        advance(header + count)
        return index - count..<index
    }

    /// Goes forward by bytes that are in memory.
    mutating func advance(_ count: Int) { index += count }

    /// Goes forward without keeping the bytes; `false` when the recording has fewer, and the place is its end then.
    mutating func skip(_ count: Int) throws(RecordingError) -> Bool {
        var rest = count
        while bytes.count - index < rest {
            rest -= bytes.count - index
            index = bytes.count
            guard try fill(1) else { return false }
        }
        index += rest
        return true
    }

    private mutating func fill(_ count: Int) throws(RecordingError) -> Bool {
        while bytes.count - index < count {
            guard let pieces else { return false }
            let piece = try pieces()
            if piece.isEmpty {
                self.pieces = nil
                return false
            }
            base += index
            if index == bytes.count {
                bytes = piece
            } else {
                bytes.removeFirst(index)
                bytes += piece
            }
            index = 0
        }
        return true
    }
}

extension ByteWindow {
    /// Two bytes behind the place, as a number.
    func number16(at place: Int, _ order: ByteOrder) -> UInt16 {
        UInt16(truncatingIfNeeded: number(at: place, count: 2, order))
    }

    /// Four bytes behind the place, as a number.
    func number32(at place: Int, _ order: ByteOrder) -> UInt32 {
        UInt32(truncatingIfNeeded: number(at: place, count: 4, order))
    }

    /// Eight bytes behind the place, as a number.
    func number64(at place: Int, _ order: ByteOrder) -> UInt64 { number(at: place, count: 8, order) }

    private func number(at place: Int, count: Int, _ order: ByteOrder) -> UInt64 {
        let start = index + place
        var number: UInt64 = 0
        switch order {
        case .bigEndian: for offset in start..<start + count { number = number << 8 | UInt64(bytes[offset]) }
        case .littleEndian:
            for offset in (start..<start + count).reversed() { number = number << 8 | UInt64(bytes[offset]) }
        }
        return number
    }
}

/// Which byte of a number comes first.
enum ByteOrder: Sendable {
    /// The most significant.
    case bigEndian
    /// The least significant.
    case littleEndian
}
