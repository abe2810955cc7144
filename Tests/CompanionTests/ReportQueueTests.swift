import Essentials
import JSON
import Testing
import WorkplaceClient

@testable import Companion

struct ReportQueueTests {
    private let start = Timestamp(millisecondsSinceEpoch: 1_790_000_000_000)

    private func time(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    @Test func `reports wait in their order until they are removed`() {
        var queue = ReportQueue()
        queue.add(.satisfied, at: "door", time(0))
        queue.add(.unsatisfied, at: "door", time(60))
        #expect(queue.batch(at: time(60)).map(\.number) == [1, 2])
        queue.remove(through: 1)
        #expect(queue.batch(at: time(60)).map(\.state) == [.unsatisfied])
        queue.remove(through: 2)
        queue.add(.satisfied, at: "door", time(90))
        #expect(queue.batch(at: time(90)).map(\.number) == [3])
    }

    @Test func `a change that is given again waits once`() {
        var queue = ReportQueue()
        queue.add(.satisfied, at: "door", time(0))
        queue.add(.satisfied, at: "café", time(0))
        queue.add(.satisfied, at: "door", time(0))
        #expect(queue.reports.map(\.spot) == ["door", "café"])
    }

    @Test func `what is a day old is not sent`() {
        var queue = ReportQueue()
        queue.add(.satisfied, at: "door", time(0))
        queue.add(.unsatisfied, at: "door", time(1))
        #expect(queue.batch(at: time(86_400)).map(\.state) == [.unsatisfied])
    }

    @Test func `a full queue drops the oldest changes of a spot and keeps the last state of each`() {
        var queue = ReportQueue()
        queue.add(.satisfied, at: "café", time(0))
        for second in 1...ReportQueue.capacity {
            queue.add(second.isMultiple(of: 2) ? .unsatisfied : .satisfied, at: "door", time(second))
        }
        #expect(queue.reports.count == ReportQueue.capacity)
        // The oldest of all stays, as nothing later says where the device is.
        #expect(queue.reports.first?.spot == "café")
        #expect(queue.reports.map(\.number) == [1] + (3...Int64(ReportQueue.capacity + 1)))
        let pairs = zip(queue.reports.dropFirst(), queue.reports.dropFirst(2))
        #expect(pairs.allSatisfy { $0.state != $1.state })
    }

    @Test func `a queue reads what it wrote and goes on counting`() throws {
        var queue = ReportQueue()
        queue.add(.satisfied, at: "door", time(0))
        queue.add(.unknown, at: "door", time(5))
        queue.remove(through: 1)
        var json = JSONWriter()
        json.object { queue.write(to: &$0) }
        let read = try JSONValue(parsing: json.bytes).reading { ReportQueue($0) }
        #expect(read == queue)
    }
}
