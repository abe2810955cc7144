import Essentials
import Testing
import Workplace

@testable import vicinity

/// What `vicinity doctor` says about a server of PostgreSQL.
struct DatabaseServerDiagnosisTests {
    private static let now = Timestamp(millisecondsSinceEpoch: 1_795_446_000_000)

    private func diagnoses(_ settings: ServerSettings) -> [Diagnosis] {
        Diagnosis.server(settings, now: Self.now)
    }

    @Test func `a server that is set up well is in order`() {
        let found = diagnoses(ServerSettings(time: Self.now))
        #expect(found.allSatisfy { $0.verdict == .ok })
        #expect(Set(found.map(\.subject)).count == found.count)
    }

    @Test(
        arguments: [
            (ServerSettings(versionNumber: 140_011, time: now), "server", .wrong),
            (ServerSettings(onlyReads: true, time: now), "server", .wrong),
            (ServerSettings(hasSync: false, time: now), "durability", .wrong),
            (ServerSettings(hasFullPages: false, time: now), "durability", .wrong),
            (ServerSettings(synchronousCommit: "off", time: now), "durability", .warning),
            (ServerSettings(standbys: "*", time: now), "durability", .wrong),
            (ServerSettings(synchronousCommit: "off", standbys: "*", time: now), "durability", .wrong),
            (ServerSettings(userConnectionLimit: 30, time: now), "connections", .warning),
            (ServerSettings(userConnectionLimit: 10, time: now), "connections", .wrong),
            (ServerSettings(statementTimeout: .seconds(5), time: now), "timeouts", .warning),
            (ServerSettings(connectionLimit: 100, connections: 80, time: now), "connections", .warning),
            (ServerSettings(connectionLimit: 100, connections: 95, time: now), "connections", .wrong),
            (ServerSettings(idleSessionTimeout: .seconds(60), time: now), "timeouts", .wrong),
            (ServerSettings(hasChecksums: false, time: now), "backups", .warning),
            (ServerSettings(archives: false, time: now), "backups", .warning),
            (ServerSettings(isSuperuser: true, time: now), "connection", .warning),
            (ServerSettings(isInTheClear: true, time: now), "connection", .wrong),
            (ServerSettings(hasTimeZones: false, time: now), "time zones", .warning),
            (ServerSettings(time: now.advanced(by: .seconds(-3))), "clocks", .warning),
            (ServerSettings(time: now.advanced(by: .seconds(3))), "clocks", .warning),
        ] as [(ServerSettings, String, Diagnosis.Verdict)])
    func `a setting that harms is named with what to do`(
        settings: ServerSettings, subject: String, verdict: Diagnosis.Verdict
    ) throws {
        let found = diagnoses(settings).filter { $0.verdict != .ok }
        let diagnosis = try #require(found.first)
        #expect(found.count == 1)
        #expect(diagnosis.subject == subject)
        #expect(diagnosis.verdict == verdict)
        #expect(diagnosis.advice?.hasSuffix(".") == true)
    }

    @Test(
        arguments: [
            ("", 0, "no standby has it"), ("*", 1, "the standbys * have it too"), ("*", nil, "cannot see"),
        ] as [(String, Int?, String)])
    func `a server says whether standbys have a change`(
        standbys: String, followers: Int?, words: String
    ) throws {
        let settings = ServerSettings(
            standbys: standbys, synchronousFollowers: followers, time: Self.now)
        let diagnosis = try #require(diagnoses(settings).first { $0.subject == "durability" })
        #expect(diagnosis.verdict == .ok)
        #expect(diagnosis.finding.contains(words))
    }

    @Test func `another encoding is named`() {
        let reason = "The encoding of the database is SQL_ASCII; it must be UTF8 (createdb --encoding UTF8)."
        let diagnosis = Diagnosis.unusable("postgres:///cafe", reason)
        #expect(diagnosis.subject == "encoding")
        #expect(diagnosis.verdict == .wrong)
        #expect(diagnosis.finding == "It is SQL_ASCII; it must be UTF8")
    }

    @Test func `a server that cannot be used is named with the reason`() {
        let diagnosis = Diagnosis.unusable("postgres:///cafe", "It is away")
        #expect(diagnosis.subject == "server")
        #expect(diagnosis.finding == "postgres:///cafe cannot be used: It is away")
    }

    @Test func `a limit of transactions that the server sets by itself is named and harmless`() throws {
        let settings = ServerSettings(idleTransactionTimeout: .seconds(30), time: Self.now)
        let diagnosis = try #require(diagnoses(settings).first { $0.subject == "timeouts" })
        #expect(diagnosis.verdict == .ok)
        #expect(diagnosis.finding.contains("30 s"))
    }
}
