import Essentials
import HTTPCore
import JSON
import Ordering
import TestSupport
import Testing
@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct FeedTests {
    private static let kitchen = "/api/v1/feed?topics=cafe/main-cafe/kitchen"

    @Test func `changes arrive with their number as they happen`() async throws {
        try await withWorkbench { bench in
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
        try await withWorkbench { bench in
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
        try await withWorkbench { bench in
            let session = try await bench.signIn(name, device: isDevice)
            let answer = try await bench.get("/api/v1/feed?topics=person/ada", as: session)
            #expect(answer.status == 403)
            #expect(bench.services.hub.followerCount == 0)
        }
    }

    @Test func `T98: a page that was away while devices exchanged goes on from its number`() async throws {
        try await withWorkbench { bench in
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

    @Test func `C80 every two seconds there is a beat`() async throws {
        try await withWorkbench { bench in
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

    @Test func `C81 a reader that was away gets everything once and in order, also what happens meanwhile`()
        async throws
    {
        try await withWorkbench { bench in
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
            async let meanwhile: Void = append(200)
            let answer = try await bench.get(Self.kitchen, as: cook, [("Last-Event-ID", String(asOf))])
            try await meanwhile
            var reader = EventReader(try #require(answer.pipe))
            let numbers = reader.read().compactMap(\.id)
            #expect(numbers == Array((asOf + 1)...(asOf + 700)))
        }
    }

    @Test func `a session has only so many streams at a time`() async throws {
        try await withWorkbench { bench in
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
    func `C81 a number that cannot be resumed from is reset`(query: String, isReset: Bool) async throws {
        try await withWorkbench { bench in
            _ = try await bench.placed(as: try await bench.signIn("ada"))
            let answer = try await bench.get("\(Self.kitchen)&\(query)", as: try await bench.signIn("carl"))
            var reader = EventReader(try #require(answer.pipe))
            #expect(reader.read().map(\.event).contains("reset") == isReset)
            #expect(reader.isFinished == isReset)
        }
    }

    @Test func `C81 a number that is older than what is kept is reset`() async throws {
        try await withWorkbench { bench in
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
        try await withWorkbench { bench in
            let answer = try await bench.get("/api/v1/feed?\(query)", as: try await bench.signIn("ada"))
            #expect(answer.status == status)
            #expect(answer.code == .string(code))
            #expect(bench.web.streams.count == 0)
            #expect(bench.services.hub.followerCount == 0)
        }
    }

    @Test func `the menu's readers are told when items are sold, and when they are back`() async throws {
        try await withWorkbench { bench in
            let ada = try await bench.signIn("ada")
            let (id, _) = try await bench.placed(Workbench.cake(3), as: ada)
            try await bench.post("/api/v1/orders/\(id)/cancellation", "", as: ada)
            let entries = try await bench.services.store.read {
                try $0.feedEntries(after: 0, topics: [.menu(Fixture.mainCafe.id)], limit: 10)
            }
            #expect(entries.map(\.change.body) == [#"{"items":["cake"]}"#, #"{"items":["cake"]}"#])
        }
    }

    @Test func `a reader that falls too far behind is cut off and forgotten`() async throws {
        try await withWorkbench { bench in
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
        try await withWorkbench { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let (_, ticket) = try await bench.placed(as: ada)
            for action in ["start", "bump", "undo", "bump"] {
                _ = try await bench.act(action, on: ticket, as: cook)
            }
            let (cancelled, _) = try await bench.placed(Workbench.cake(), key: "cake", as: ada)
            _ = try await bench.post("/api/v1/orders/\(cancelled)/cancellation", "", as: ada)
            bench.clock.advance(by: .seconds(6))
            _ = try await bench.services.notices.workNow()
            let cafe = Fixture.mainCafe.id
            let entries = try await bench.services.store.read { reading in
                try reading.feedEntries(
                    after: 0, topics: [.kitchen(cafe), .board(cafe), .menu(cafe), .person(Fixture.ada)],
                    limit: 1_000)
            }
            #expect(Set(entries.map(\.change.kind)) == ["ticket", "board", "menu", "order"])
            let known: Set = ["ticket", "order", "number", "stage", "version", "items"]
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
