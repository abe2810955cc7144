import Cryptography
import Foundation
import Formats
import Gzip
import Synchronization

/// A recording that was named on the command line: a file, a pipe or standard input, compressed with gzip or not.
///
/// It is read piece by piece, so that a capture of gigabytes needs little memory.
struct RecordingInput {
    /// The content, decompressed.
    let source: RecordingSource
    private let path: String
    /// Whether the input can be read again.
    private let isFile: Bool

    /// Looks at the input.
    ///
    /// - Parameter path: A path, or `-` for standard input.
    /// - Throws: ``CommandFailure`` with the reason why it cannot be read.
    init(_ path: String) throws {
        self.path = path
        guard path != "-" else {
            isFile = false
            source = Self.source(readOnce: OpenRecording(STDIN_FILENO, closes: false))
            return
        }
        let descriptor = try FileText.open(path)
        isFile = try FileText.isRegularFile(descriptor, path)
        let first = OpenRecording(descriptor, closes: true)
        guard isFile else {
            source = Self.source(readOnce: first)
            return
        }
        source = RecordingSource { () throws(RecordingError) -> RecordingSource.Pieces in
            let open: OpenRecording
            do {
                open = OpenRecording(try FileText.open(path), closes: true)
            } catch {
                throw RecordingError(.unreadable("\(error)"), offset: 0)
            }
            return { () throws(RecordingError) -> [UInt8] in try open.next() }
        }
    }

    /// The content and the digest of the file, which identifies it when it is played again.
    ///
    /// What cannot be read again is read into memory.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read.
    func identified() throws -> (source: RecordingSource, digest: [UInt8]) {
        if isFile {
            let raw = OpenRecording(try FileText.open(path), closes: true, isDecompressed: false)
            var hash = SHA256Stream()
            try Self.forEachPiece(of: raw, path) { hash.add($0) }
            return (source, hash.digest())
        }
        var bytes: [UInt8] = []
        do throws(RecordingError) {
            bytes = try source.bytes()
        } catch {
            throw CommandFailure("\(FileText.name(path)): \(error)")
        }
        return (RecordingSource(bytes), SHA256.digest(of: bytes))
    }

    private static func forEachPiece(
        of recording: OpenRecording, _ path: String, _ body: ([UInt8]) -> Void
    ) throws {
        do throws(RecordingError) {
            while true {
                let piece = try recording.next()
                if piece.isEmpty { return }
                body(piece)
            }
        } catch {
            throw CommandFailure("\(FileText.name(path)): \(error)")
        }
    }

    private static func source(readOnce recording: OpenRecording) -> RecordingSource {
        let beginning = KeptBeginning(recording)
        return RecordingSource { () throws(RecordingError) -> RecordingSource.Pieces in
            try beginning.pieces()
        }
    }
}

/// An input that is being read; decompresses what begins like a gzip file.
final class OpenRecording: Sendable {
    private struct State: ~Copyable {
        let descriptor: Int32
        let closes: Bool
        var isDecompressed: Bool
        var inflater: GzipInflater?
        var isStarted = false
        /// The number of bytes that were read.
        var offset = 0

        deinit { if closes { close(descriptor) } }
    }

    private let state: Mutex<State>

    init(_ descriptor: Int32, closes: Bool, isDecompressed: Bool = true) {
        state = Mutex(State(descriptor: descriptor, closes: closes, isDecompressed: isDecompressed))
    }

    /// The next bytes; nothing at the end.
    func next() throws(RecordingError) -> [UInt8] {
        try state.withLock { state throws(RecordingError) in
            if !state.isStarted {
                state.isStarted = true
                let beginning = try Self.beginning(&state)
                guard state.isDecompressed, GzipInflater.isGzip(beginning) else { return beginning }
                state.inflater = GzipInflater()
                state.inflater?.feed(beginning)
            }
            return state.inflater == nil ? try Self.read(&state) : try Self.inflate(&state)
        }
    }

    /// At least two bytes if there are so many: a pipe may give them one by one.
    private static func beginning(_ state: inout State) throws(RecordingError) -> [UInt8] {
        var bytes = try read(&state)
        if bytes.count == 1 { bytes += try read(&state) }
        return bytes
    }

    private static func inflate(_ state: inout State) throws(RecordingError) -> [UInt8] {
        while true {
            do throws(GzipError) {
                let bytes = try state.inflater?.next() ?? []
                if !bytes.isEmpty { return bytes }
            } catch {
                throw RecordingError(
                    .unreadable("the compressed file is damaged before here."), offset: state.offset)
            }
            let piece = try read(&state)
            if piece.isEmpty {
                guard state.inflater?.isAtEndOfFile ?? true else {
                    throw RecordingError(
                        .unreadable("the compressed file is cut here."), offset: state.offset)
                }
                return []
            }
            state.inflater?.feed(piece)
        }
    }

    private static func read(_ state: inout State) throws(RecordingError) -> [UInt8] {
        let descriptor = state.descriptor
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            while true {
                let length = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                count = max(0, length)
                return
            }
        }
        guard failure == 0 else {
            throw RecordingError(.unreadable(String(cString: strerror(failure)) + "."), offset: state.offset)
        }
        state.offset += bytes.count
        return bytes
    }
}

/// The beginning of an input that can be read only once, kept until its format is known.
final class KeptBeginning: Sendable {
    private struct State {
        var kept: [[UInt8]] = []
        var count = 0
        var isDropped = false
    }

    private let recording: OpenRecording
    private let state = Mutex(State())
    /// More than the bytes that determine a format.
    private static let limit = 262_144

    init(_ recording: OpenRecording) { self.recording = recording }

    /// The pieces from the beginning, as long as it is kept.
    func pieces() throws(RecordingError) -> RecordingSource.Pieces {
        guard !state.withLock({ $0.isDropped }) else {
            throw RecordingError(.unreadable("The input can be read only once."), offset: 0)
        }
        let reader = Reader(self)
        return { () throws(RecordingError) -> [UInt8] in try reader.next() }
    }

    private final class Reader: Sendable {
        private let beginning: KeptBeginning
        private let place = Mutex(0)

        init(_ beginning: KeptBeginning) { self.beginning = beginning }

        func next() throws(RecordingError) -> [UInt8] {
            let index = place.withLock { place in
                place += 1
                return place - 1
            }
            return try beginning.piece(index)
        }
    }

    private func piece(_ index: Int) throws(RecordingError) -> [UInt8] {
        try state.withLock { state throws(RecordingError) in
            if index < state.kept.count { return state.kept[index] }
            let piece = try recording.next()
            guard !state.isDropped else { return piece }
            state.kept.append(piece)
            state.count += piece.count
            if state.count > Self.limit {
                state.isDropped = true
                state.kept = []
            }
            return piece
        }
    }
}
