import Synchronization
import TestSupport

@testable import Workplace

/// A printer in memory: it answers questions, prints when it is well, and breaks when a test says so.
///
/// Time passes on the test's clock while somebody waits for it in vain.
final class FakePrinter: Sendable {
    enum Mood: Equatable {
        case well, paperOut, coverOpen, silent, unreachable
        /// Says that it is well, and has no paper any more in the middle of the next document.
        case paperOutInTheMiddle
        /// Prints, and hangs up without an answer.
        case hangsUpAfterPrinting
    }

    private struct State {
        var mood = Mood.well
        var papers: [String] = []
        var replies: [UInt8] = []
        var isGone = false
    }

    struct Gone: Error {}

    private let clock: ManualClock
    private let state = Mutex(State())

    init(clock: ManualClock) { self.clock = clock }

    var mood: Mood {
        get { state.withLock { $0.mood } }
        set { state.withLock { $0.mood = newValue } }
    }

    /// The printed texts, as far as they are ASCII.
    var papers: [String] { state.withLock { $0.papers } }

    func connection() throws -> any PrinterConnection {
        try state.withLock { state in
            guard state.mood != .unreachable else { throw Gone() }
            state.replies = []
            state.isGone = false
        }
        return Connection(printer: self)
    }

    private struct Connection: PrinterConnection {
        let printer: FakePrinter

        func send(_ bytes: [UInt8]) async throws { printer.take(bytes) }
        func receive(within limit: Duration) async throws -> [UInt8] { try printer.reply(within: limit) }
        func close() {}
    }

    private func take(_ bytes: [UInt8]) {
        state.withLock { state in
            if bytes.starts(with: [0x10, 0x04]) {
                if state.mood != .silent { state.replies.append(Self.answer(to: bytes[2], state.mood)) }
            } else {
                Self.print(bytes, &state)
            }
        }
    }

    private static func answer(to question: UInt8, _ mood: Mood) -> UInt8 {
        switch (mood, question) {
        case (.paperOut, 1), (.coverOpen, 1): 0x1A
        case (.paperOut, 2): 0x32
        case (.paperOut, 4): 0x72
        case (.coverOpen, 2): 0x16
        default: 0x12
        }
    }

    private static func print(_ bytes: [UInt8], _ state: inout State) {
        switch state.mood {
        case .paperOutInTheMiddle: state.mood = .paperOut
        case .hangsUpAfterPrinting:
            state.papers.append(text(of: bytes))
            state.isGone = true
        default:
            state.papers.append(text(of: bytes))
            state.replies.append(0x00)
        }
    }

    private func reply(within limit: Duration) throws -> [UInt8] {
        let (replies, isGone) = state.withLock { state in
            defer { state.replies = [] }
            return (state.replies, state.isGone)
        }
        if isGone { throw Gone() }
        if replies.isEmpty { clock.advance(by: limit) }
        return replies
    }

    /// The readable part of a document; commands leave some letters in it.
    private static func text(of bytes: [UInt8]) -> String {
        String(decoding: bytes.filter { (0x20...0x7E).contains($0) || $0 == 0x0A }, as: UTF8.self)
    }
}
