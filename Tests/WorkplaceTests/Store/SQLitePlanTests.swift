import SQLite
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// By which way SQLite finds what grows without end.
@Suite(.timeLimit(.minutes(1)))
struct SQLitePlanTests {
    @Test(arguments: SupersedingChange.allCases)
    func `what a change takes the place of is found by its own index, however long the feed is`(
        change: SupersedingChange
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { _, _ in }
            let plan = Mutex<[String]>([])
            try await withDatabase(at: path) { connection in
                let sql = "EXPLAIN QUERY PLAN " + WriteTransaction.removalOfEarlier(change)
                let lines = try connection.all(sql, "person/ada") { try $0.text(3) }
                plan.withLock { $0 = lines }
            }
            let lines = plan.withLock { $0 }
            // The entries themselves, and the last of them; the first of the feed needs no index.
            #expect(lines.count { $0.contains("feed_of_\(change.rawValue) (topic=?") } == 2, "\(lines)")
            #expect(!lines.contains { $0.hasPrefix("SCAN") }, "\(lines)")
        }
    }
}
