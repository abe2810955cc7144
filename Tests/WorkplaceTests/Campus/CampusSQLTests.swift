import Essentials
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Campus files in the database.
@Suite(.timeLimit(.minutes(1)))
struct CampusSQLTests {
    @Test
    func `the campus in force is the last one that was appended`() async throws {
        try await withTemporaryStore { store, _ in
            let before = try await store.read { (try $0.campusRevision(), try $0.campusRevisionNumber()) }
            #expect(before.0 == nil)
            #expect(before.1 == 0)
            let numbers = try await store.write { transaction in
                [
                    try transaction.append(campusDocument: [1, 0, 255], at: Fixture.noon),
                    try transaction.append(campusDocument: [], at: Fixture.noon),
                ]
            }
            #expect(numbers == [1, 2])
            let after = try await store.read { (try $0.campusRevision(), try $0.campusRevisionNumber()) }
            #expect(after.0 == CampusRevision(number: 2, document: []))
            #expect(after.1 == 2)
        }
    }
}
