import Essentials
import Foundation
import PostgreSQL
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import SQLite

/// What the store on SQLite does when it can keep nothing.
@Suite(.timeLimit(.minutes(1)))
struct StoreOutageTests {
    @Test(arguments: [
        (ResultCode.full, StoreOutage.diskFull), (.inputOutput, .diskFailed), (.cannotOpen, .diskFailed),
        (ResultCode(rawValue: 1_034), .diskFailed), (.corrupt, .fileDamaged), (.notADatabase, .fileDamaged),
        (.readOnly, .fileReadOnly), (ResultCode(rawValue: 1_032), .fileReadOnly),
    ])
    func `what SQLite reports of the disk or the file is an outage`(code: ResultCode, outage: StoreOutage) {
        let health = StoreHealth { _ in }
        #expect(health.noted(SQLiteError(code: code, message: "")) as? StoreOutage == outage)
    }

    @Test func `a failure of one statement is none`() {
        let health = StoreHealth { _ in Issue.record("reported") }
        #expect(health.noted(SQLiteError(code: .constraintUnique, message: "")) is SQLiteError)
    }

    @Test func `an outage is reported with its cause when it begins, and damage stays`() {
        let reports = Mutex<[String]>([])
        let health = StoreHealth { error in reports.withLock { $0.append("\(error)") } }
        let full = SQLiteError(code: .full, message: "")
        for _ in 0..<3 { _ = health.noted(full) }
        #expect(reports.withLock { $0 } == [StoreOutage.diskFull.description, full.description])
        health.noteWrite(showsClock: false)
        _ = health.noted(full)
        #expect(reports.withLock { $0.count } == 4)
        #expect(throws: Never.self) { try health.requireSoundFile() }
        _ = health.noted(SQLiteError(code: .corrupt, message: ""))
        health.noteWrite(showsClock: true)
        _ = health.noted(full)
        #expect(throws: StoreOutage.fileDamaged) { try health.requireSoundFile() }
        #expect(reports.withLock { $0.count } == 6)
    }

    @Test func `a server that is away is reported once a minute, and when it answers again`() {
        let reports = Mutex<[String]>([])
        let start = ContinuousClock.now
        let passed = Mutex<Duration>(.zero)
        let health = StoreHealth(
            report: { error in reports.withLock { $0.append("\(error)") } },
            now: { start.advanced(by: passed.withLock { $0 }) })
        func lines(after seconds: Int, _ body: () -> Void) -> [String] {
            passed.withLock { $0 = .seconds(seconds) }
            reports.withLock { $0 = [] }
            body()
            return reports.withLock { $0 }
        }
        func miss() { _ = health.noted(PostgresRefusal.outcomeUnknown) }
        let away = StoreReachReport.away(reason: PostgresRefusal.outcomeUnknown.description).description
        #expect(lines(after: 0, miss) == [away])
        #expect(lines(after: 1, miss) == [])
        #expect(lines(after: 60, miss) == [away])
        // The question is older than the absence.
        #expect(lines(after: 71) { health.noteAnswer(asked: start.advanced(by: .seconds(-1))) } == [])
        #expect(
            lines(after: 72) { health.noteAnswer(asked: start.advanced(by: .seconds(71))) } == [
                "The server of the database answers again, after 72 s."
            ])
        #expect(lines(after: 73, miss) == [])
        #expect(lines(after: 83, miss) == [away])
    }

    @Test func `nothing is kept, told or published once the file is gone`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            let published = PublishedEntries()
            let reports = Mutex<[String]>([])
            let store = try await SQLiteWorkplaceStore(
                path: path, publish: { published.publish($0) },
                report: { error in reports.withLock { $0.append("\(error)") } })
            try FileManager.default.removeItem(atPath: path)
            for number in 1...2 {
                await #expect(throws: StoreOutage.fileMoved) {
                    try await store.write { try $0.append(boardChange(number), at: Fixture.noon) }
                }
            }
            await #expect(throws: StoreOutage.fileMoved) { try await store.write { try $0.touch() } }
            #expect(published.all.isEmpty)
            #expect(reports.withLock { $0.first } == StoreOutage.fileMoved.description)
            #expect(reports.withLock { $0.count } == 2)
            await store.close()
        }
    }

    @Test func `a clock that is behind is reported once until an entry shows that it is right`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let reports = Mutex<[String]>([])
            let store = try await SQLiteWorkplaceStore(
                path: folder + "/workplace.sqlite", publish: { _ in },
                report: { error in reports.withLock { $0.append("\(error)") } })
            func append(at time: Timestamp) async throws {
                try await store.write { try $0.append(boardChange(1), at: time) }
            }
            let hourAgo = Fixture.noon.advanced(by: .seconds(-3_600))
            try await append(at: Fixture.noon)
            for _ in 1...3 {
                await #expect(throws: StoreOutage.clockBehind) { try await append(at: hourAgo) }
                try await store.write { try $0.touch() }
                // As a withdrawal does.
                try await append(at: Fixture.noon)
            }
            #expect(reports.withLock { $0 } == [StoreOutage.clockBehind.description])
            try await append(at: Fixture.noon.advanced(by: .seconds(1)))
            await #expect(throws: StoreOutage.clockBehind) { try await append(at: hourAgo) }
            #expect(reports.withLock { $0.count } == 2)
            await store.close()
        }
    }

    @Test func `a damaged file is found by a look at the disk, and nothing more is written`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            let published = PublishedEntries()
            let store = try await SQLiteWorkplaceStore(path: path, publish: { published.publish($0) })
            try await store.write { try $0.append(boardChange(1), at: Fixture.noon) }
            try await store.read { try $0.checkFile() }
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
            try file.close()
            await #expect(throws: StoreOutage.fileDamaged) { try await store.read { try $0.checkFile() } }
            await #expect(throws: StoreOutage.fileDamaged) {
                try await store.write { try $0.append(boardChange(2), at: Fixture.noon) }
            }
            #expect(published.numbers == [1])
            await store.close()
        }
    }
}
