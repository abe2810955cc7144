import HTTPCore
import Synchronization
import Testing

@Suite struct HTTPBodyPipeTests {
    private final class Count: Sendable {
        private let value = Atomic(0)
        var current: Int { value.load(ordering: .relaxed) }
        func up() { value.add(1, ordering: .relaxed) }
    }

    private func take(_ pipe: HTTPBodyPipe, _ size: Int) -> (HTTPBodyPipe.Taken, [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: size)
        let taken = buffer.withUnsafeMutableBytes { pipe.take(into: $0) }
        if case .bytes(let count) = taken { return (taken, Array(buffer.prefix(count))) }
        return (taken, [])
    }

    @Test(arguments: [1, 2, 3, 5, 100])
    func `bytes come out in order whatever the sizes`(size: Int) {
        let pipe = HTTPBodyPipe()
        let chunks: [[UInt8]] = [[1, 2, 3], [], [4], Array(5...40)]
        for chunk in chunks { #expect(pipe.send(chunk) == .accepted) }
        pipe.finish()
        var all: [UInt8] = []
        while case (.bytes, let bytes) = take(pipe, size) { all += bytes }
        #expect(all == chunks.flatMap { $0 })
        #expect(take(pipe, size).0 == .finished)
    }

    @Test func `a long life of sending and taking keeps the order`() {
        let pipe = HTTPBodyPipe(capacity: 1000)
        var expected: UInt8 = 0
        for step in 0..<2000 {
            #expect(pipe.send([UInt8(truncatingIfNeeded: step)]) == .accepted)
            guard step >= 200 else { continue }
            #expect(take(pipe, 1).1 == [expected])
            expected &+= 1
        }
    }

    @Test func `an empty pipe has nothing until something is sent`() {
        let pipe = HTTPBodyPipe()
        #expect(take(pipe, 4).0 == .nothing)
        pipe.send([1])
        #expect(take(pipe, 4) == (.bytes(1), [1]))
    }

    @Test func `more than the capacity breaks the pipe and drops what waited`() {
        let pipe = HTTPBodyPipe(capacity: 3)
        #expect(pipe.send([1, 2]) == .accepted)
        #expect(pipe.send([3]) == .accepted)
        #expect(pipe.send([4]) == .overflow)
        #expect(pipe.send([5]) == .closed)
        #expect(take(pipe, 4).0 == .broken)
    }

    @Test func `a reader that waits is woken once, by the first of send, finish and overflow`() {
        let actions: [(HTTPBodyPipe) -> Void] = [
            { $0.send([1]) }, { $0.finish() }, { $0.send([UInt8](repeating: 0, count: 9)) },
        ]
        for act in actions {
            let pipe = HTTPBodyPipe(capacity: 8)
            let woken = Count()
            #expect(pipe.wakeWhenReadable { woken.up() })
            act(pipe)
            pipe.send([2])
            pipe.finish()
            #expect(woken.current == 1)
        }
    }

    @Test func `a reader is not put to sleep when there is something to take`() {
        let pipe = HTTPBodyPipe()
        pipe.send([1])
        #expect(!pipe.wakeWhenReadable { Issue.record("woken without being asleep") })
        #expect(take(pipe, 1).0 == .bytes(1))
        pipe.finish()
        #expect(!pipe.wakeWhenReadable { Issue.record("woken without being asleep") })
    }

    @Test func `the producer hears once that the reader has gone, also when it asks late`() {
        let pipe = HTTPBodyPipe()
        let closed = Count()
        pipe.onClose { closed.up() }
        pipe.close()
        pipe.close()
        #expect(closed.current == 1)
        #expect(pipe.send([1]) == .closed)
        pipe.onClose { closed.up() }
        #expect(closed.current == 2)
    }

    @Test func `a producer hears once that the reader has taken everything, and at once when nothing waits`()
    {
        let pipe = HTTPBodyPipe()
        let emptied = Count()
        pipe.whenEmpty { emptied.up() }
        #expect(emptied.current == 1)
        pipe.send([1, 2])
        pipe.send([3])
        pipe.whenEmpty { emptied.up() }
        _ = take(pipe, 2)
        #expect(emptied.current == 1)
        _ = take(pipe, 2)
        #expect(emptied.current == 2)
        pipe.send([4])
        _ = take(pipe, 2)
        #expect(emptied.current == 2)
    }

    @Test func `a producer that waits hears nothing more once the body has ended or the reader has gone`() {
        let ends: [(HTTPBodyPipe) -> Void] = [
            { $0.finish() }, { $0.close() }, { $0.send([UInt8](repeating: 0, count: 9)) },
        ]
        for end in ends {
            let pipe = HTTPBodyPipe(capacity: 8)
            pipe.send([1])
            pipe.whenEmpty { Issue.record("told of an empty queue") }
            end(pipe)
            _ = take(pipe, 4)
            pipe.whenEmpty { Issue.record("told of an empty queue") }
        }
    }

    @Test func `an end that discards leaves nothing to take`() {
        let pipe = HTTPBodyPipe()
        pipe.send([1, 2, 3])
        _ = take(pipe, 1)
        pipe.finish(discardsQueue: true)
        #expect(pipe.waitingByteCount == 0)
        #expect(take(pipe, 4).0 == .finished)
    }

    @Test func `a closed pipe wakes nobody`() {
        let pipe = HTTPBodyPipe()
        #expect(pipe.wakeWhenReadable { Issue.record("woke a reader that had gone") })
        pipe.close()
        pipe.send([1])
        pipe.finish()
    }

    @Test(.timeLimit(.minutes(1)))
    func `producers on many tasks lose nothing`() async {
        let pipe = HTTPBodyPipe()
        await withTaskGroup { group in
            for producer in 0..<8 {
                group.addTask { for _ in 0..<1000 { pipe.send([UInt8(producer)]) } }
            }
        }
        pipe.finish()
        var counts: [UInt8: Int] = [:]
        while case (.bytes, let bytes) = take(pipe, 333) {
            for byte in bytes { counts[byte, default: 0] += 1 }
        }
        #expect(counts == Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, 1000) }))
    }
}
