/// The layout of batches in a journal's file: a head of 24 bytes, then each batch after a mark, its length
/// and a checksum.
///
/// The mark is the sum of a random number at the beginning of the file and the batch's number. So the reader
/// does not take an old batch that remains below an incomplete new one for a new batch. Chosen names cannot
/// forge a batch. And a batch after damage is found in one pass over the file.
struct JournalFrames {
    static let version: UInt32 = 1
    static let headCount = 24
    static let frameHeadCount = 16
    private static let magic = Array("VicPresn".utf8)

    /// The random number in the marks of the file.
    private let salt: UInt64

    /// Makes the layout of a new file.
    init(salt: UInt64) { self.salt = salt }

    /// Reads the head of a file.
    ///
    /// - Throws: ``JournalError/notAJournal(path:)`` and ``JournalError/tooNew(path:version:)``.
    init(_ bytes: [UInt8], path: String) throws(JournalError) {
        guard bytes.count >= Self.headCount, bytes.starts(with: Self.magic) else {
            throw .notAJournal(path: path)
        }
        var reader = JournalReader(bytes[Self.magic.count..<Self.headCount])
        guard let version = reader.number(UInt32.self), let salt = reader.number(UInt64.self),
            let sum = reader.number(UInt32.self), sum == Checksum.of(bytes[..<(Self.headCount - 4)])
        else { throw .notAJournal(path: path) }
        guard version <= Self.version else { throw .tooNew(path: path, version: version) }
        self.salt = salt
    }

    /// The first bytes of the file.
    var head: [UInt8] {
        var writer = JournalWriter()
        for byte in Self.magic { writer.number(byte) }
        writer.number(Self.version)
        writer.number(salt)
        writer.number(Checksum.of(writer.bytes))
        return writer.bytes
    }

    /// Begins a batch in an empty writer, with room for the frame that ``seal(_:number:)`` writes before it.
    static func begin(_ writer: inout JournalWriter) {
        writer.removeAll()
        writer.number(0 as UInt64)
        writer.number(0 as UInt64)
    }

    /// Completes a batch; the writer then has it in the form of the file.
    func seal(_ writer: inout JournalWriter, number: UInt64) {
        let count = UInt32(writer.bytes.count - Self.frameHeadCount)
        let mark = salt &+ number
        writer.put(mark, at: 0)
        writer.put(count, at: 8)
        writer.put(Self.sum(of: writer.bytes[Self.frameHeadCount...], mark: mark), at: 12)
    }

    private static func sum(of batch: ArraySlice<UInt8>, mark: UInt64) -> UInt32 {
        var writer = JournalWriter()
        writer.number(mark)
        writer.number(UInt32(batch.count))
        return Checksum.of(batch, after: Checksum.of(writer.bytes))
    }

    /// Reads the batches of a file, up to one that was being written when the process ended.
    ///
    /// - Returns: The end of the complete batches, and their number.
    /// - Throws: ``JournalError/damaged(path:offset:)`` for a batch that cannot be read although later ones
    ///   can.
    /// - Complexity: O(*n*) in the number of bytes.
    func read(
        _ bytes: [UInt8], path: String, each body: (JournalReader) -> Bool
    ) throws(JournalError) -> (end: Int, count: UInt64) {
        var (end, count) = (Self.headCount, UInt64(0))
        while let batch = batch(in: bytes, at: end, number: count) {
            guard body(JournalReader(batch)) else { throw .damaged(path: path, offset: end) }
            end = batch.endIndex
            count += 1
        }
        // Only the last batch can be incomplete, because each one was durable before the next was written.
        guard !hasBatch(in: bytes, after: end, later: count) else {
            throw .damaged(path: path, offset: end)
        }
        return (end, count)
    }

    private func batch(in bytes: [UInt8], at offset: Int, number: UInt64) -> ArraySlice<UInt8>? {
        guard offset + Self.frameHeadCount <= bytes.count else { return nil }
        var reader = JournalReader(bytes[offset..<offset + Self.frameHeadCount])
        guard let mark = reader.number(UInt64.self), mark == salt &+ number,
            let count = reader.number(UInt32.self).map(Int.init), let expected = reader.number(UInt32.self),
            count > 0, offset + Self.frameHeadCount + count <= bytes.count
        else { return nil }
        let batch = bytes[offset + Self.frameHeadCount..<offset + Self.frameHeadCount + count]
        return Self.sum(of: batch, mark: mark) == expected ? batch : nil
    }

    /// Whether there is a batch with a later number anywhere after an offset.
    private func hasBatch(in bytes: [UInt8], after offset: Int, later number: UInt64) -> Bool {
        guard bytes.count - offset > Self.frameHeadCount else { return false }
        // The number of batches for which there is room.
        let most = UInt64((bytes.count - offset) / Self.frameHeadCount)
        // The eight bytes before the current offset, the first of them lowest.
        var mark: UInt64 = 0
        var place = offset + 1
        while place < bytes.count {
            mark = mark >> 8 | UInt64(bytes[place]) << 56
            place += 1
            let ahead = mark &- salt &- number
            guard ahead > 0, ahead <= most, place - 8 > offset else { continue }
            if batch(in: bytes, at: place - 8, number: number + ahead) != nil { return true }
        }
        return false
    }
}
