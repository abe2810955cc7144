/// How batches lie in a journal's file: each with its length and a checksum before it, after a head of 16 bytes.
///
/// The checksum is that of the batch's number, its length and its bytes, so that an old batch that shows through where a
/// new one was being written is not taken for it.
enum JournalFrames {
    static let version: UInt32 = 1
    static let headCount = 16
    private static let frameHeadCount = 8
    private static let magic = Array("VicPresn".utf8)

    /// What begins every journal.
    static var head: [UInt8] {
        var writer = JournalWriter()
        writer.number(version)
        writer.number(Checksum.of(magic + writer.bytes))
        return magic + writer.bytes
    }

    /// A batch as it lies in the file.
    static func frame(_ batch: [UInt8], number: UInt64) -> [UInt8] {
        var writer = JournalWriter()
        writer.number(UInt32(batch.count))
        writer.number(sum(of: batch[...], number: number))
        return writer.bytes + batch
    }

    private static func sum(of batch: ArraySlice<UInt8>, number: UInt64) -> UInt32 {
        var writer = JournalWriter()
        writer.number(number)
        writer.number(UInt32(batch.count))
        return Checksum.of(batch, after: Checksum.of(writer.bytes))
    }

    /// Reads the batches of a file, up to one that was being written when the process ended.
    ///
    /// - Returns: Where what is whole ends, and how many batches there are.
    /// - Throws: ``PresenceJournalError/notAJournal(path:)``, ``PresenceJournalError/tooNew(path:version:)``, and
    ///   ``PresenceJournalError/damaged(path:offset:)`` for a batch that cannot be read while later ones can.
    static func read(
        _ bytes: [UInt8], path: String, each body: (JournalReader) -> Bool
    ) throws(PresenceJournalError) -> (end: Int, count: UInt64) {
        try checkHead(bytes, path: path)
        var (end, count) = (headCount, UInt64(0))
        while let batch = batch(in: bytes, at: end, number: count) {
            guard body(JournalReader(batch)) else { throw .damaged(path: path, offset: end) }
            end = batch.endIndex
            count += 1
        }
        // Only the last batch can be torn: what came after another one was written when that was durable.
        guard !hasBatch(in: bytes, after: end, numbers: count) else {
            throw .damaged(path: path, offset: end)
        }
        return (end, count)
    }

    private static func checkHead(_ bytes: [UInt8], path: String) throws(PresenceJournalError) {
        guard bytes.count >= headCount, bytes.starts(with: magic) else { throw .notAJournal(path: path) }
        var reader = JournalReader(bytes[magic.count..<headCount])
        guard let version = reader.number(UInt32.self), let sum = reader.number(UInt32.self),
            sum == Checksum.of(bytes[..<(magic.count + 4)])
        else { throw .notAJournal(path: path) }
        guard version <= Self.version else { throw .tooNew(path: path, version: version) }
    }

    private static func batch(in bytes: [UInt8], at offset: Int, number: UInt64) -> ArraySlice<UInt8>? {
        guard offset + frameHeadCount <= bytes.count else { return nil }
        var reader = JournalReader(bytes[offset..<offset + frameHeadCount])
        guard let count = reader.number(UInt32.self).map(Int.init), let expected = reader.number(UInt32.self),
            count > 0, offset + frameHeadCount + count <= bytes.count
        else { return nil }
        let batch = bytes[offset + frameHeadCount..<offset + frameHeadCount + count]
        return sum(of: batch, number: number) == expected ? batch : nil
    }

    /// Whether a batch with a later number lies somewhere behind a place.
    private static func hasBatch(in bytes: [UInt8], after offset: Int, numbers: UInt64) -> Bool {
        guard offset + frameHeadCount <= bytes.count else { return false }
        var reader = JournalReader(bytes[offset..<offset + frameHeadCount])
        // By its length; should that be what was damaged, by looking at every place.
        if let count = reader.number(UInt32.self).map(Int.init),
            batch(in: bytes, at: offset + frameHeadCount + count, number: numbers + 1) != nil
        {
            return true
        }
        return (offset + 1..<max(offset + 1, bytes.count - frameHeadCount)).contains {
            batch(in: bytes, at: $0, number: numbers + 1) != nil
        }
    }
}
