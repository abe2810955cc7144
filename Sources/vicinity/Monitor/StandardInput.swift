import Dispatch
import Foundation

/// Standard input as lines.
///
/// Reading blocks, so it has its own thread until the input or the process ends. The thread reads at most
/// ``pieces`` pieces ahead; then the writer waits.
struct StandardInput {
    private static let pieces = 16
    private static let pieceLength = 65_536

    private var lines: AsyncStream<[LineSplitter.Line]>.Iterator
    private var taken: ArraySlice<LineSplitter.Line> = []
    private let room: DispatchSemaphore

    /// Begins to read.
    init() {
        // A semaphore traps if its value at the end is below its first value, so it starts at 0.
        let room = DispatchSemaphore(value: 0)
        for _ in 0..<Self.pieces { room.signal() }
        self.room = room
        let (stream, continuation) = AsyncStream.makeStream(of: [LineSplitter.Line].self)
        lines = stream.makeAsyncIterator()
        Thread.detachNewThread {
            var splitter = LineSplitter()
            var isAtEnd = false
            while !isAtEnd {
                room.wait()
                let piece = readPiece(upTo: Self.pieceLength)
                isAtEnd = piece.isEmpty
                let lines = isAtEnd ? splitter.finish().map { [$0] } ?? [] : splitter.take(piece)
                continuation.yield(lines)
            }
            continuation.finish()
        }
    }

    /// The next line; `nil` at the end, and when the task is cancelled.
    mutating func next() async -> LineSplitter.Line? {
        while taken.isEmpty {
            guard let lines = await lines.next(isolation: #isolation) else { return nil }
            room.signal()
            taken = lines[...]
        }
        return taken.popFirst()
    }

    /// Reads the whole input.
    static func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = readPiece(upTo: pieceLength)
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }
}

/// Waits for input and returns it; empty at the end and after a failure.
private func readPiece(upTo count: Int) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: count)
    while true {
        let length = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if length >= 0 { return Array(piece.prefix(length)) }
        if errno != EINTR { return [] }
    }
}
