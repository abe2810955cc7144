/// The bytes of a recording: in memory, or read piece by piece from a file.
///
/// A capture of any size needs only the memory of its largest packet and of one piece.
public struct RecordingSource: Sendable {
    /// Returns the next bytes, in pieces of any size; nothing at the end.
    public typealias Pieces = @Sendable () throws(RecordingError) -> [UInt8]

    private let content: Content

    private enum Content: Sendable {
        case bytes([UInt8])
        case pieces(@Sendable () throws(RecordingError) -> Pieces)
    }

    /// Uses bytes in memory.
    public init(_ bytes: [UInt8]) { content = .bytes(bytes) }

    /// Reads pieces.
    ///
    /// - Parameter open: Starts at the beginning of the recording, each time that a reader is made; the result is
    ///   called until it returns no bytes. Throw ``RecordingError/Reason/unreadable(_:)`` when reading fails.
    public init(opening open: @escaping @Sendable () throws(RecordingError) -> Pieces) {
        content = .pieces(open)
    }

    /// Reads all bytes into memory, for formats that are read as a whole.
    ///
    /// - Throws: ``RecordingError/Reason/unreadable(_:)``.
    public func bytes() throws(RecordingError) -> [UInt8] {
        switch content {
        case .bytes(let bytes): return bytes
        case .pieces(let open):
            let pieces = try open()
            var bytes: [UInt8] = []
            while true {
                let piece = try pieces()
                if piece.isEmpty { return bytes }
                bytes += piece
            }
        }
    }

    /// The first bytes, at least as many as asked for if there are so many.
    func beginning(_ count: Int) throws(RecordingError) -> [UInt8] {
        var window = try window()
        _ = try window.has(count)
        return Array(window.bytes.prefix(count))
    }

    func window() throws(RecordingError) -> ByteWindow {
        switch content {
        case .bytes(let bytes): ByteWindow(bytes)
        case .pieces(let open): ByteWindow(reading: try open())
        }
    }
}
