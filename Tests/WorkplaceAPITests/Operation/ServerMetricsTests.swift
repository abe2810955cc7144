import Essentials
import Kitchen
import Metrics
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct ServerMetricsTests {
    private func lines(of state: OperatingState?) -> [String] {
        String(decoding: PrometheusText.write(ServerMetrics.families(of: state)), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    private func values(of state: OperatingState?) -> [String] {
        lines(of: state).filter { !$0.hasPrefix("#") }
    }

    @Test func `without a state each metric is described and has no value`() {
        #expect(values(of: nil).isEmpty)
        #expect(lines(of: nil).count { $0.hasPrefix("# TYPE ") } == 9)
    }

    @Test func `a quiet installation has nothing that waits`() async throws {
        try await withAPIFixture { bench in
            let state = try await bench.services.operatingState()
            let values = values(of: state)
            #expect(values.contains("vicinity_feed_lag_entries 0"))
            #expect(values.contains("vicinity_feed_lag_seconds 0"))
            #expect(values.contains(#"vicinity_outbox_waiting{outbox="webhooks"} 0"#))
            #expect(values.contains(#"vicinity_timer_late_seconds{timer="readiness"} 0"#))
            #expect(values.contains(#"vicinity_gateways{state="silent"} 0"#))
            #expect(!values.contains { $0.hasPrefix("vicinity_kitchen_unseen_tickets") })
        }
    }

    @Test func `a ticket that no screen of its station has shown in time counts at its café`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let placed = try await bench.placed(as: ada)
            let unseen = { try await bench.services.operatingState().unseenTickets }
            // A kitchen that works from paper has no screen that could be blind.
            bench.clock.advance(by: SightingWatch.limit)
            #expect(try await unseen().isEmpty)
            let cafe = try #require(CafeID("main-cafe"))
            let time = bench.clock.timestamp
            let ticket = try #require(TicketID(placed.ticket))
            let stations = try await bench.services.store.write { transaction in
                let stations = Set(try #require(try transaction.ticket(ticket)).lines.map(\.station))
                try transaction.noteScreen(of: stations, at: cafe, time: time)
                return stations
            }
            #expect(try await unseen().map(\.count) == [1])
            #expect(try await unseen().map(\.cafe) == [cafe])
            try await bench.services.store.write { transaction in
                for station in stations { try transaction.noteSighting(of: ticket, by: station, at: time) }
            }
            #expect(try await unseen().map(\.count) == [0])
        }
    }

    @Test func `changes that the hub has not delivered are behind since the first of them`() async throws {
        try await withAPIFixture { bench in
            let first = try await bench.services.store.read { try $0.feedBounds().last }
            let behind = try await bench.services.store.read { try $0.feedLag(after: first) }
            #expect(behind.since == nil && behind.last == first)
            let ada = try await bench.signIn("ada")
            let began = bench.clock.timestamp
            _ = try await bench.placed(as: ada)
            let lag = try await bench.services.store.read { try $0.feedLag(after: first) }
            #expect(lag.last > first && lag.since == began)
        }
    }
}
