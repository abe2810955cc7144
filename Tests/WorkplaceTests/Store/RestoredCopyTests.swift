import Essentials
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What changes in the copy of a backup before it is served.
@Suite(.timeLimit(.minutes(1)))
struct RestoredCopyTests {
    @Test
    func `no session of a backup comes back to life`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            let session = Session(
                tokenDigest: [9, 8, 7], owner: .person(Fixture.ada), antiForgeryToken: "csrf",
                openedAt: Fixture.noon, expiresAt: Fixture.noon, method: .password,
                origin: ClientOrigin(address: "192.0.2.1", program: "Firefox, Linux"))
            try await withStore(at: path) { store, _ in try await store.write { try $0.insert(session) } }
            try RestoredCopy.prepare(path: path)
            try await withStore(at: path) { store, _ in
                let found = try await store.read { try $0.session(tokenDigest: [9, 8, 7]) }
                #expect(found == nil)
            }
        }
    }

    @Test
    func `no recovery code of a backup lets anybody in`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { store, _ in
                try await store.write {
                    try $0.setRecoveryCodes(of: Fixture.ada, digests: [[9, 8, 7]], at: Fixture.noon)
                }
            }
            try RestoredCopy.prepare(path: path)
            try await withStore(at: path) { store, _ in
                let rest = try await store.read { try $0.recoveryCodes(of: Fixture.ada) }
                #expect(rest == RecoveryService.Rest(count: 0, madeAt: nil))
            }
        }
    }

    @Test(arguments: [0, 1, 5])
    func `no number that a reader of the feed may have seen is in the feed any more`(count: Int) async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { store, _ in
                try await store.write { transaction in
                    for number in 0..<count { try transaction.append(boardChange(number), at: Fixture.noon) }
                }
            }
            try RestoredCopy.prepare(path: path)
            #expect(try DatabaseVerification.run(path: path) == nil)
            try await withStore(at: path) { store, published in
                let bounds = try await store.read { try $0.feedBounds() }
                #expect(bounds.first == bounds.last)
                #expect(bounds.first > RestoredCopy.feedStep)
                let lastChange = try await store.read { try $0.lastChangeTime() }
                if count > 0 { #expect(lastChange == Fixture.noon) }
                try await store.write { try $0.append(boardChange(7), at: Fixture.noon) }
                #expect(published.numbers == [Int64(bounds.last + 1)])
                let kept = try await store.read {
                    try $0.feedEntries(after: bounds.last, topics: [boardChange(7).topic], limit: 10)
                }
                #expect(kept.count == 1)
            }
        }
    }
}
