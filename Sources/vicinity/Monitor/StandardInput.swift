import Dispatch
import Foundation

/// Standard input as lines, for as long as somebody writes.
///
/// Reading blocks, so it has a thread of its own, which lasts until the input ends or the process does. It reads no
/// further ahead than ``pieces`` pieces; whoever writes then waits.
struct StandardInput {
    private static let pieces = 16
    private static let pieceLength = 65_536

    private var lines: AsyncStream<[LineSplitter.Line]>.Iterator
    private var taken: ArraySlice<LineSplitter.Line> = []
    private let room: DispatchSemaphore

    /// Begins to read.
    init() {
        // Made empty and filled: one that holds less at its end than at its beginning traps.
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

    /// Everything that is written to it.
    static func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = readPiece(upTo: pieceLength)
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }
}

/// What is there to be read, as soon as there is something; nothing at the end, which a failure is too.
private func readPiece(upTo count: Int) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: count)
    while true {
        let length = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if length >= 0 { return Array(piece.prefix(length)) }
        if errno != EINTR { return [] }
    }
}
