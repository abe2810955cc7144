/// Holds the bytes of a statement's texts and blobs while the statement runs.
///
/// SQLite would copy each value into a separate allocation. This is one buffer for all of them, and the next
/// use of the statement reuses it.
@safe
struct ArgumentBytes: ~Copyable {
    /// A larger buffer is freed after use.
    private static let keptCapacity = 16_384

    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0

    deinit { unsafe memory.deallocate() }

    /// Whether the memory is more than a statement should keep for its next use.
    var isLarge: Bool { unsafe memory.count > Self.keptCapacity }

    /// Empties the buffer and reserves room for a number of bytes, so that no value moves afterwards.
    ///
    /// Pointers from earlier calls are invalid then.
    mutating func makeRoom(for byteCount: Int) {
        count = 0
        guard unsafe memory.count < byteCount else { return }
        unsafe memory.deallocate()
        unsafe memory = .allocate(byteCount: max(byteCount, 256), alignment: 1)
    }

    /// Frees the memory.
    ///
    /// Pointers from earlier calls are invalid then.
    mutating func removeAll() {
        unsafe memory.deallocate()
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        count = 0
    }

    /// Adds a text and returns where it is until the next ``makeRoom(for:)``.
    @unsafe
    mutating func append(_ text: String) -> UnsafeRawPointer? {
        var text = text
        return text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    /// Adds bytes and returns where they are until the next ``makeRoom(for:)``.
    @unsafe
    mutating func append(_ bytes: [UInt8]) -> UnsafeRawPointer? {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    @unsafe
    private mutating func append(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        let end = count + bytes.count
        precondition(unsafe end <= memory.count, "the arguments have more bytes than they said")
        guard unsafe !bytes.isEmpty else { return nil }
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count..<end])
        unsafe target.copyMemory(from: bytes)
        count = end
        return UnsafeRawPointer(target.baseAddress)
    }
}

extension SQLValue {
    /// The number of bytes that the value needs outside SQLite's own memory.
    var byteCount: Int {
        switch self {
        case .null, .integer, .real: 0
        case .text(let text): text.utf8.count
        case .utf8(let bytes), .blob(let bytes): bytes.count
        }
    }
}
