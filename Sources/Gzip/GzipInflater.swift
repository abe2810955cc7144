import CZlib

/// Decompresses a gzip file (RFC 1952) piece by piece, in bounded memory.
///
/// ```swift
/// var inflater = GzipInflater()
/// inflater.feed(piece)
/// while case let bytes = try inflater.next(), !bytes.isEmpty { use(bytes) }
/// ```
///
/// A small file can decompress to a very large one, so each call of ``next()`` gives at most 64 KiB. Files that were
/// joined (`cat a.gz b.gz`) decompress to both contents.
@safe
public struct GzipInflater: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: this value alone has it, and the compiler lets one task at a time use the value.
    // zlib keeps a pointer to the stream, so it may not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var taken = 0
    private var state = State.betweenFiles

    private enum State {
        /// Before the first file or behind a whole one.
        case betweenFiles
        case inFile
        /// Behind the last file, where some programs write zeros.
        case padding
    }

    private static let pieceCount = 65_536

    /// Starts before the first byte.
    ///
    /// Traps without memory, as Swift's own allocation does.
    public init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let result = unsafe czlib_begin(stream)
        precondition(result == Z_OK, "zlib could not begin: \(result)")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Whether a file begins with the two bytes of gzip.
    public static func isGzip(_ beginning: [UInt8]) -> Bool { beginning.starts(with: [0x1F, 0x8B]) }

    /// Whether the bytes up to now are whole files.
    public var isAtEndOfFile: Bool { taken == input.count && state != .inFile }

    /// Adds compressed bytes behind those that were fed before.
    public mutating func feed(_ bytes: [UInt8]) {
        input.removeFirst(taken)
        taken = 0
        input += bytes
    }

    /// Decompresses on.
    ///
    /// - Returns: 1 to 65,536 bytes; nothing when more compressed bytes are needed.
    /// - Throws: ``GzipError`` when the compressed bytes are damaged.
    public mutating func next() throws(GzipError) -> [UInt8] {
        while taken < input.count {
            if state == .padding {
                guard input[taken...].allSatisfy({ $0 == 0 }) else { throw .damaged }
                taken = input.count
                return []
            }
            let bytes = try inflateOnce()
            if !bytes.isEmpty { return bytes }
        }
        // The input is used up, and zlib may still hold output.
        return state == .inFile ? try inflateOnce() : []
    }

    private mutating func inflateOnce() throws(GzipError) -> [UInt8] {
        if state == .betweenFiles, taken < input.count, input[taken] == 0 {
            state = .padding
            return []
        }
        state = .inFile
        var result = Z_OK
        var consumed = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceCount) { output, count in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + taken }
                unsafe stream.pointee.avail_in = UInt32(input.count - taken)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(Self.pieceCount)
                result = unsafe inflate(stream, Z_NO_FLUSH)
                consumed = unsafe input.count - taken - Int(stream.pointee.avail_in)
                count = unsafe Self.pieceCount - Int(stream.pointee.avail_out)
            }
        }
        taken += consumed
        // zlib always gets on with input and room; without this, a mistake in it would never end.
        if consumed == 0, output.isEmpty, taken < input.count, result != Z_STREAM_END { throw .damaged }
        switch result {
        case Z_OK: break
        // Nothing could be done: all input is used up.
        case Z_BUF_ERROR: break
        case Z_STREAM_END:
            unsafe inflateReset(stream)
            state = .betweenFiles
        default: throw .damaged
        }
        return output
    }
}

/// Why bytes are not a gzip file.
public enum GzipError: Error, Hashable, Sendable {
    /// The compressed bytes are damaged, or their checksum is wrong.
    case damaged
}
