import Foundation

/// Standard input as lines, for as long as somebody writes.
enum StandardInput {
    /// Yields each line as it arrives.
    ///
    /// Reading blocks, so it has a thread of its own, which lasts until the input ends or the process does.
    static func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }
}
