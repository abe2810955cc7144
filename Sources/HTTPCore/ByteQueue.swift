/// A queue of bytes in order, stored as the chunks that were appended.
struct ByteQueue {
    /// How many bytes are in the queue.
    private(set) var count = 0
    private var chunks: [[UInt8]] = []
    private var first = 0
    private var offset = 0

    mutating func append(_ chunk: [UInt8]) {
        guard !chunk.isEmpty else { return }
        chunks.append(chunk)
        count += chunk.count
    }

    mutating func removeAll() { self = ByteQueue() }

    /// Moves as many bytes as fit into a buffer and returns their number.
    mutating func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, first < chunks.count {
            let size = min(buffer.count - filled, chunks[first].count - offset)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + size])
            target.copyBytes(from: chunks[first][offset..<offset + size])
            filled += size
            offset += size
            if offset == chunks[first].count { dropFirst() }
        }
        count -= filled
        return filled
    }

    /// Empties the first slot; slots are removed in bulk, so that a byte costs constant time on average.
    private mutating func dropFirst() {
        chunks[first] = []
        first += 1
        offset = 0
        guard first == chunks.count || first >= 64 && first * 2 >= chunks.count else { return }
        chunks.removeFirst(first)
        first = 0
    }
}
