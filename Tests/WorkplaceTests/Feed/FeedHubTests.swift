import Essentials
import Ordering
import Synchronization
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite
struct FeedHubTests {
    private static let kitchen = FeedTopic.kitchen(Fixture.mainCafe.id)
    private static let person = FeedTopic.person(Fixture.ada)

    private func entry(_ number: Int64, _ topic: FeedTopic = kitchen) -> FeedEntry {
        FeedEntry(
            number: number, change: FeedChange(topic: topic, kind: "ticket", body: "{}"), time: Fixture.noon)
    }

    @Test func `followers get entries of their topics, in order and once`() {
        let hub = FeedHub { _ in [] }
        let seen = Mutex<[Int64]>([])
        let subscription = hub.follow([Self.kitchen]) { number, _ in seen.withLock { $0.append(number) } }
        hub.deliver([entry(1), entry(2, Self.person), entry(3)])
        hub.deliver([entry(3), entry(4)])
        #expect(seen.withLock { $0 } == [1, 3, 4])
        #expect(hub.lastPublished == 4)
        hub.end(subscription)
        hub.end(subscription)
        #expect(hub.followerCount == 0)
        hub.deliver([entry(5)])
        #expect(seen.withLock { $0 } == [1, 3, 4])
    }

    @Test func `entries of earlier runs are skipped`() {
        let hub = FeedHub { _ in [] }
        let seen = Mutex<[Int64]>([])
        _ = hub.follow([Self.kitchen]) { number, _ in seen.withLock { $0.append(number) } }
        hub.begin(after: 10)
        hub.deliver([entry(10), entry(11)])
        #expect(seen.withLock { $0 } == [11])
    }

    @Test func `an entry is encoded once, and only for followers`() {
        let encoded = Mutex(0)
        let hub = FeedHub { _ in
            encoded.withLock { $0 += 1 }
            return [1]
        }
        for _ in 0..<3 { _ = hub.follow([Self.kitchen]) { _, bytes in #expect(bytes == [1]) } }
        hub.deliver([entry(1), entry(2, Self.person)])
        #expect(encoded.withLock { $0 } == 1)
    }

    @Test(arguments: ["cafe/main-cafe/kitchen", "cafe/main-cafe/board", "cafe/main-cafe/menu", "person/ada"])
    func `the text of a topic reads back`(text: String) {
        #expect(FeedTopic(text)?.text == text)
    }

    @Test(arguments: [
        "", "cafe", "cafe/main-cafe", "cafe/main-cafe/tables", "cafe/Main/menu", "person/ada/orders", "/",
    ])
    func `another text is no topic`(text: String) {
        #expect(FeedTopic(text) == nil)
    }
}
