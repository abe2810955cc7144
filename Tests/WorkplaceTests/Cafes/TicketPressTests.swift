import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// C82: a press that is sent again acts once.
@Suite(.timeLimit(.minutes(1)))
struct TicketPressTests {
    @Test func `C82 a press with a key acts once, also when another screen took it back meanwhile`()
        async throws
    {
        try await withCafes { cafes in
            let (ticket, cook) = (try await cafes.place().ticket, try cafes.device("screen"))
            func press(_ input: TicketInput, version: Int? = nil, key: String?) async throws -> Ticket {
                try await cafes.kitchen.apply(input, to: ticket, by: cook, expectedVersion: version, key: key)
            }
            let bumped = try await press(.bump, version: 0, key: "one")
            #expect(bumped.version == 1)
            // The answer was lost, and another screen undoes the bump before the press comes again.
            let undone = try await press(.undo, key: nil)
            #expect(try await press(.bump, version: 0, key: "one") == undone)
            #expect(try await press(.bump, version: 2, key: "one") == undone)
            // Another press of the same kind has its own key.
            #expect(try await press(.bump, version: 2, key: "two").version == 3)
        }
    }

    @Test func `C82 a refused press keeps its key, so that it can be sent with what the ticket is now`()
        async throws
    {
        try await withCafes { cafes in
            let (ticket, cook) = (try await cafes.place().ticket, try cafes.device("screen"))
            _ = try await cafes.kitchen.apply(.start, to: ticket, by: cook, expectedVersion: nil)
            await #expect(throws: TicketRefused.self) {
                try await cafes.kitchen.apply(.bump, to: ticket, by: cook, expectedVersion: 0, key: "one")
            }
            let bumped = try await cafes.kitchen.apply(
                .bump, to: ticket, by: cook, expectedVersion: 1, key: "one")
            #expect(bumped.version == 2)
        }
    }

    @Test func `C82 keys of presses are kept for two days`() async throws {
        try await withCafes { cafes in
            let (ticket, cook) = (try await cafes.place().ticket, try cafes.device("screen"))
            _ = try await cafes.kitchen.apply(.start, to: ticket, by: cook, expectedVersion: nil, key: "one")
            let time = cafes.clock.timestamp
            for (after, isKept) in [(0, true), (1, false)] {
                let kept = try await cafes.store.write { transaction in
                    try transaction.removePresses(before: time.advanced(by: .milliseconds(after)))
                    return try transaction.isApplied("one", to: ticket)
                }
                #expect(kept == isKept)
            }
        }
    }
}
