import Essentials
import HTTPCore
import JSON
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct FeedTests {
    private static let kitchen = "/api/v1/feed?topics=cafe/main-cafe/kitchen"

    @Test func `changes arrive with their number as they happen`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get(Self.kitchen, as: try await bench.signIn("carl"))
            #expect(answer.fields["Content-Type"] == "text/event-stream")
            var reader = EventReader(try #require(answer.pipe))
            #expect(reader.read().map(\.event) == ["beat"])
            _ = try await bench.placed(as: try await bench.signIn("ada"))
            let events = reader.read()
            #expect(events.map(\.event) == ["change"])
            #expect(events.first?.data.at("topic") == "cafe/main-cafe/kitchen")
            #expect(events.first?.data.at("body.stage") == "waiting")
            #expect(events.first?.data.at("number")?.number == events.first?.id)
        }
    }

    @Test func `T98: a page hears that its person's tips have changed, and nobody else does`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var tablet = TipPage(1, seed: 1)
            var phone = TipPage(2, seed: 2)
            try await tablet.exchange(with: bench, as: ada)
            let answer = try await bench.get("/api/v1/feed?topics=person/ada", as: ada)
            let other = try await bench.get(
                "/api/v1/feed?topics=person/grace", as: try await bench.signIn("grace"))
            var reader = EventReader(try #require(answer.pipe))
            var otherReader = EventReader(try #require(other.pipe))
            _ = (reader.read(), otherReader.read())
            _ = phone.act(at: 0)
            try await phone.exchange(with: bench, as: ada)
            let told = reader.read().map(\.data)
            #expect(told.map { $0.at("kind") } == ["tips"])
            #expect(told.first?.at("body.cursor")?.number == phone.cursor)
            #expect(otherReader.read().isEmpty)
        }
    }

    @Test(arguments: [
        ("grace", false), ("carl", false), ("mia", false), ("ann", false), ("kitchen-main", true),
    ])
    func `T98: what concerns a person is for their own pages, and for no other role`(
        name: String, isDevice: Bool
    ) async throws {
        try await withAPIFixture { bench in
            let session = try await bench.signIn(name, device: isDevice)
            let answer = try await bench.get("/api/v1/feed?topics=person/ada", as: session)
            #expect(answer.status == 403)
            #expect(bench.services.hub.followerCount == 0)
        }
    }

    @Test func `T98: a page that was away while devices exchanged goes on from its number`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var tablet = TipPage(1, seed: 1)
            var phone = TipPage(2, seed: 2)
            try await tablet.exchange(with: bench, as: ada)
            for round in 0..<4 {
                _ = phone.act(at: Int64(round))
                try await phone.exchange(with: bench, as: ada)
            }
            let last = try await bench.services.store.read { try $0.feedBounds() }.last
            for number in 0...last {
                let answer = try await bench.get("/api/v1/feed?topics=person/ada&after=\(number)", as: ada)
                var reader = EventReader(try #require(answer.pipe))
                let told = reader.read().dropFirst()
                #expect(told.allSatisfy { $0.event == "change" })
                #expect(told.last?.id == (number < last ? last : nil))
                #expect(
                    number == last || told.last?.data.at("body.cursor")?.number == phone.cursor)
            }
        }
    }

    @Test func `every two seconds there is a beat`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get(Self.kitchen, as: try await bench.signIn("carl"))
            var reader = EventReader(try #require(answer.pipe))
            _ = reader.read()
            let (web, clock) = (bench.web, bench.clock)
            await withDiscardingTaskGroup { group in
                group.addTask { await web.run(clock: clock) }
                for beat in 1...3 {
                    await clock.untilSleeping()
                    clock.advance(by: .seconds(2))
                    await clock.untilSleeping()
                    let events = reader.read()
                    #expect(events.map(\.event) == ["beat"])
                    #expect(events.first?.id == nil)
                    #expect(
                        events.first?.data.at("now")?.text
                            == Fixture.noon.advanced(by: .seconds(2 * beat)).description)
                }
                group.cancelAll()
            }
            #expect(reader.read().isEmpty)
            #expect(reader.isFinished)
        }
    }

    @Test func `a reader that was away gets everything once and in order, also what happens meanwhile`()
        async throws
    {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let asOf = try #require(
                try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)["asOf"]?.number)
            let topic = FeedTopic.kitchen(Fixture.mainCafe.id)
            let store = bench.services.store
            @Sendable func append(_ count: Int) async throws {
                for number in 0..<count {
                    try await store.write { transaction in
                        try transaction.append(
                            FeedChange(topic: topic, kind: "ticket", body: #"{"n":\#(number)}"#),
                            at: Fixture.noon)
                    }
                }
            }
            try await append(500)
            let meanwhile = Task { try await append(200) }
            let answer = try await bench.get(Self.kitchen, as: cook, [("Last-Event-ID", String(asOf))])
            var reader = EventReader(try #require(answer.pipe))
            let (web, clock) = (bench.web, bench.clock)
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { await web.run(clock: clock) }
                let first = await reader.read(numbered: 300)
                try await meanwhile.value
                // More than are kept for a reader while it catches up.
                try await append(200)
                let rest = await reader.read(numbered: 900 - first.count { $0.id != nil })
                #expect((first + rest).compactMap(\.id) == Array((asOf + 1)...(asOf + 900)))
                _ = try await bench.placed(as: try await bench.signIn("ada"))
                #expect(await reader.read(numbered: 1).compactMap(\.id) == [asOf + 901])
                group.cancelAll()
            }
        }
    }

    @Test func `C81 after an outage of eight hours a screen gets its 500 events, once and in order`()
        async throws
    {
        try await withAPIFixture { bench in
            let asOf = try #require(
                try await bench.get("/api/v1/cafes/main-cafe/tickets", as: try await bench.signIn("carl"))[
                    "asOf"]?
                    .number)
            for number in 0..<500 {
                // 500 of these steps are eight hours.
                bench.clock.advance(by: .milliseconds(57_600))
                let time = bench.services.now()
                try await bench.services.store.write { transaction in
                    try transaction.append(
                        FeedChange(
                            topic: .kitchen(Fixture.mainCafe.id), kind: "ticket", body: #"{"n":\#(number)}"#),
                        at: time)
                }
                // Housekeeping keeps entries that a screen has not seen.
                if number % 100 == 0 { try await bench.services.housekeeping.clean() }
            }
            let answer = try await bench.get(
                Self.kitchen, as: try await bench.signIn("carl"), [("Last-Event-ID", String(asOf))])
            var reader = EventReader(try #require(answer.pipe))
            let (web, clock) = (bench.web, bench.clock)
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { await web.run(clock: clock) }
                let events = await reader.read(numbered: 500).filter { $0.id != nil }
                #expect(events.compactMap(\.id) == Array((asOf + 1)...(asOf + 500)))
                #expect(events.compactMap { $0.data.at("body.n")?.number } == Array(0..<500))
                group.cancelAll()
            }
        }
    }

    @Test func `what a reader has missed waits in the store until it reads`() async throws {
        try await withAPIFixture { bench in
            try await bench.appendTickets(3_000)
            let cook = try await bench.signIn("carl")
            let (web, clock) = (bench.web, bench.clock)
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { await web.run(clock: clock) }
                let answer = try await bench.get(Self.kitchen, as: cook, [("Last-Event-ID", "0")])
                let pipe = try #require(answer.pipe)
                for _ in 0..<3 {
                    await clock.untilSleeping()
                    clock.advance(by: FeedStreams.beat)
                }
                #expect(pipe.waitingByteCount < 64 * 1_024)
                var reader = EventReader(pipe)
                let numbers = await reader.read(numbered: 3_000).compactMap(\.id)
                #expect(numbers == Array(1...3_000))
                group.cancelAll()
            }
        }
    }

    @Test func `readers at the same place share a page, and pages are read one at a time`() async throws {
        try await withAPIFixture { bench in
            try await bench.appendTickets(250)
            let store = CountingStore(bench.services.store)
            let pages = FeedPages(store: store)
            let topics = [FeedTopic.kitchen(Fixture.mainCafe.id)]
            try await withThrowingDiscardingTaskGroup { group in
                for place in [0, 0, 0, 0, 100, 100, 100, 200] as [Int64] {
                    group.addTask {
                        let page = try await pages.page(of: topics, after: place)
                        #expect(page?.last == min(place + 100, 250))
                        #expect(page?.isLast == (place == 200))
                    }
                }
            }
            #expect(store.counts.reads == 3)
            #expect(store.counts.mostAtOnce == 1)
            // A page whose entries belong to others is short of bytes, and of time as well.
            let other = try #require(try await pages.page(of: [.board(Fixture.mainCafe.id)], after: 0))
            #expect(other.bytes.isEmpty && other.last == 250 && other.isLast)
        }
    }

    @Test func `a reader that is slower than the feed is kept begins anew`() async throws {
        try await withAPIFixture { bench in
            try await bench.appendTickets(300)
            let cook = try await bench.signIn("carl")
            let answer = try await bench.get(Self.kitchen, as: cook, [("Last-Event-ID", "0")])
            var reader = EventReader(try #require(answer.pipe))
            bench.clock.advance(by: Housekeeping.feedRetention + .seconds(1))
            try await bench.services.housekeeping.clean()
            let (web, clock) = (bench.web, bench.clock)
            await withDiscardingTaskGroup { group in
                group.addTask { await web.run(clock: clock) }
                let events = await reader.read(numbered: 300)
                #expect(events.compactMap(\.id) == Array(1...100))
                #expect(events.last?.event == "reset")
                group.cancelAll()
            }
            #expect(reader.isFinished)
        }
    }

    /// What becomes of whom a stream belongs to: the words of the campus file that change, or only time passes.
    static let endedRights: [(name: String, isDevice: Bool, words: (String, String)?, wait: Duration)] = [
        ("carl", false, (#""roles": ["cook"]"#, #""roles": ["employee"]"#), .zero),
        ("carl", false, (#""id": "carl""#, #""id": "another""#), .zero),
        ("kitchen-main", true, (#""id": "kitchen-main""#, #""id": "another""#), .zero),
        (
            "kitchen-main", true,
            (#""role": "kitchen", "cafe": "main-cafe""#, #""role": "kitchen", "cafe": "tokyo-cafe""#), .zero
        ),
        ("carl", false, nil, SessionService.lifetime),
    ]

    @Test(arguments: endedRights.indices)
    func `a stream ends within five seconds of the right to it`(index: Int) async throws {
        let (name, isDevice, words, wait) = Self.endedRights[index]
        try await withAPIFixture { bench in
            bench.clock.advance(by: .seconds(1))
            let other = try await bench.signIn("mia")
            let session = try await bench.signIn(name, device: isDevice)
            var reader = EventReader(try #require(try await bench.get(Self.kitchen, as: session).pipe))
            bench.clock.advance(by: max(wait - .seconds(3), .zero))
            let later = wait == .zero ? other : try await bench.signIn("mia")
            var otherReader = EventReader(try #require(try await bench.get(Self.kitchen, as: later).pipe))
            if let (old, new) = words {
                let text = TestCampus().text.replacing(old, with: new, maxReplacements: 1)
                _ = try await bench.services.imports.importCampus(Array(text.utf8), name: "changed")
            }
            _ = (reader.read(), otherReader.read())
            #expect(!reader.isFinished)
            let (web, clock) = (bench.web, bench.clock)
            await withDiscardingTaskGroup { group in
                group.addTask { await web.run(clock: clock) }
                for _ in 0..<2 {
                    await clock.untilSleeping()
                    clock.advance(by: FeedStreams.beat)
                }
                await clock.untilSleeping()
                _ = (reader.read(), otherReader.read())
                #expect(reader.isFinished)
                #expect(!otherReader.isFinished)
                #expect(bench.web.streams.count == 1)
                #expect(bench.services.hub.followerCount == 1)
                group.cancelAll()
            }
            #expect(try await bench.get(Self.kitchen, as: session).status >= 400)
        }
    }

    @Test func `what waits for a reader whose right has ended is dropped`() async throws {
        try await withAPIFixture { bench in
            let session = try await bench.signIn("carl")
            let pipe = try #require(try await bench.get(Self.kitchen, as: session).pipe)
            _ = try await bench.placed(as: try await bench.signIn("ada"))
            #expect(pipe.waitingByteCount > 0)
            try await bench.delete("/api/v1/session", as: session)
            #expect(pipe.waitingByteCount == 0)
        }
    }

    @Test func `a session has only so many streams at a time`() async throws {
        try await withAPIFixture { bench in
            let (cook, other) = (try await bench.signIn("carl"), try await bench.signIn("carl"))
            var pipes: [HTTPBodyPipe] = []
            for _ in 0..<FeedStreams.perSession {
                pipes.append(try #require(try await bench.get(Self.kitchen, as: cook).pipe))
            }
            let refused = try await bench.get(Self.kitchen, as: cook)
            #expect(refused.status == 429)
            #expect(refused.code == "too-many-session-streams")
            #expect(bench.services.hub.followerCount == FeedStreams.perSession)
            #expect(try await bench.get(Self.kitchen, as: other).status == 200)
            pipes[0].close()
            #expect(try await bench.get(Self.kitchen, as: cook).status == 200)
        }
    }

    @Test(arguments: [("after=0", false), ("after=1000000", true)])
    func `a number that cannot be resumed from is reset`(query: String, isReset: Bool) async throws {
        try await withAPIFixture { bench in
            _ = try await bench.placed(as: try await bench.signIn("ada"))
            let answer = try await bench.get("\(Self.kitchen)&\(query)", as: try await bench.signIn("carl"))
            var reader = EventReader(try #require(answer.pipe))
            #expect(reader.read().map(\.event).contains("reset") == isReset)
            #expect(reader.isFinished == isReset)
        }
    }

    @Test func `a number that is older than what is kept is reset`() async throws {
        try await withAPIFixture { bench in
            _ = try await bench.placed(as: try await bench.signIn("ada"))
            bench.clock.advance(by: Housekeeping.feedRetention + .seconds(1))
            try await bench.services.housekeeping.clean()
            let cook = try await bench.signIn("carl")
            let answer = try await bench.get(Self.kitchen, as: cook, [("Last-Event-ID", "1")])
            var reader = EventReader(try #require(answer.pipe))
            #expect(reader.read().map(\.event) == ["beat", "reset"])
            #expect(reader.isFinished)
            let asOf = try #require(
                try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)["asOf"]?.number)
            let fresh = try await bench.get("\(Self.kitchen)&after=\(asOf)", as: cook)
            var freshReader = EventReader(try #require(fresh.pipe))
            #expect(freshReader.read().map(\.event) == ["beat"])
        }
    }

    @Test(arguments: [
        ("", 400, "invalid-request"), ("topics=", 400, "invalid-request"),
        ("topics=cafe", 404, "unknown-topic"),
        ("topics=cafe/nowhere/menu", 404, "unknown-topic"), ("topics=person/nobody", 404, "unknown-topic"),
        ("topics=cafe/main-cafe/menu,person/grace", 403, "forbidden"),
        (
            "topics=" + Array(repeating: "cafe/main-cafe/menu", count: 11).joined(separator: ","), 400,
            "invalid-request"
        ),
        ("topics=cafe/main-cafe/menu&after=-1", 400, "invalid-request"),
        ("topics=cafe/main-cafe/menu&after=x", 400, "invalid-request"), ("topics=%zz", 400, "bad-query"),
    ])
    func `what cannot be followed is refused`(query: String, status: Int, code: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/feed?\(query)", as: try await bench.signIn("ada"))
            #expect(answer.status == status)
            #expect(answer.code == .string(code))
            #expect(bench.web.streams.count == 0)
            #expect(bench.services.hub.followerCount == 0)
        }
    }

    @Test func `the menu's readers are told when items are sold, and when they are back`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, _) = try await bench.placed(APIFixture.cake(3), as: ada)
            try await bench.post("/api/v1/orders/\(id)/cancellation", "", as: ada)
            let entries = try await bench.services.store.read {
                try $0.feedEntries(after: 0, topics: [.menu(Fixture.mainCafe.id)], limit: 10)
            }
            #expect(entries.map(\.change.body) == [#"{"items":["cake"]}"#, #"{"items":["cake"]}"#])
        }
    }

    @Test func `a reader that falls too far behind is cut off and forgotten`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get(Self.kitchen, as: try await bench.signIn("carl"))
            let pipe = try #require(answer.pipe)
            let entry = FeedEntry(
                number: 1_000_000,
                change: FeedChange(
                    topic: .kitchen(Fixture.mainCafe.id), kind: "ticket",
                    body: #"{"n":"\#(String(repeating: "x", count: pipe.capacity))"}"#), time: Fixture.noon)
            bench.services.hub.deliver([entry])
            var reader = EventReader(pipe)
            _ = reader.read()
            #expect(reader.isBroken)
            pipe.close()
            #expect(bench.web.streams.count == 0)
            #expect(bench.services.hub.followerCount == 0)
        }
    }

    @Test func `bodies hold identifiers, numbers and states, and no names, notes or texts`() async throws {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let (_, ticket) = try await bench.placed(as: ada)
            for action in ["start", "bump", "undo", "bump"] {
                _ = try await bench.act(action, on: ticket, as: cook)
            }
            let (cancelled, _) = try await bench.placed(APIFixture.cake(), key: "cake", as: ada)
            _ = try await bench.post("/api/v1/orders/\(cancelled)/cancellation", "", as: ada)
            bench.clock.advance(by: .seconds(6))
            _ = try await bench.services.readiness.workNow()
            let cafe = Fixture.mainCafe.id
            let entries = try await bench.services.store.read { reading in
                try reading.feedEntries(
                    after: 0, topics: [.kitchen(cafe), .board(cafe), .menu(cafe), .person(Fixture.ada)],
                    limit: 1_000)
            }
            #expect(Set(entries.map(\.change.kind)) == ["ticket", "board", "menu", "order", "notice"])
            let known: Set = ["ticket", "order", "number", "stage", "version", "items", "notice", "unread"]
            for entry in entries {
                let body = try JSONValue(parsing: Array(entry.change.body.utf8))
                #expect(Set(body.members.map(\.name)).isSubset(of: known))
                let texts = body.members.flatMap { [$0.value] + $0.value.elements }.compactMap(\.text)
                #expect(texts.allSatisfy { Identifier<Void>($0) != nil }, "\(entry.change.body)")
                // As whole values: three letters come up in identifiers that were drawn.
                #expect(!texts.contains("ada") && !entry.change.body.contains("pepper"))
            }
        }
    }
}

extension APIFixture {
    /// Fills the feed of the main café's kitchen.
    fileprivate func appendTickets(_ count: Int) async throws {
        try await services.store.write { transaction in
            for number in 0..<count {
                try transaction.append(
                    FeedChange(
                        topic: .kitchen(Fixture.mainCafe.id), kind: "ticket", body: #"{"n":\#(number)}"#),
                    at: Fixture.noon)
            }
        }
    }
}
