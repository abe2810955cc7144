import Essentials
import Testing

@testable import vicinity

/// What `vicinity doctor` says about what it finds.
struct DiagnosisTests {
    private static let now = Timestamp(millisecondsSinceEpoch: 1_795_446_000_000)

    @Test(arguments: [
        (Duration.seconds(-60), Diagnosis.ClockState.synchronised, Diagnosis.Verdict.ok),
        (.seconds(299), .synchronised, .ok), (.seconds(301), .synchronised, .wrong),
        (.seconds(-60), .notSynchronised, .warning), (.seconds(-60), .unknown, .ok),
    ])
    func `a clock behind the last change is wrong, and one that nobody sets is a warning`(
        lead: Duration, state: Diagnosis.ClockState, verdict: Diagnosis.Verdict
    ) {
        let diagnosis = Diagnosis.clock(
            now: Self.now, lastChange: Self.now.advanced(by: lead), state: state)
        #expect(diagnosis.verdict == verdict)
        #expect((diagnosis.advice == nil) == (verdict == .ok))
    }

    @Test(
        arguments: [
            (10_240, 1_024, .ok), (3_072, 2_048, .warning), (512, 1, .warning), (1, 1, .wrong),
        ] as [(Int64, Int64, Diagnosis.Verdict)])
    func `the disk has room for the log and a copy`(
        freeMebibytes: Int64, databaseMebibytes: Int64, verdict: Diagnosis.Verdict
    ) {
        let diagnosis = Diagnosis.disk(free: freeMebibytes << 20, database: databaseMebibytes << 20)
        #expect(diagnosis.verdict == verdict)
    }

    @Test(arguments: [
        (Diagnosis.FolderTrial.written(in: .milliseconds(3)), Diagnosis.Verdict.ok),
        (.written(in: .milliseconds(300)), .warning), (.missing, .warning), (.failed("no"), .wrong),
    ])
    func `a folder is written and synced`(trial: Diagnosis.FolderTrial, verdict: Diagnosis.Verdict) {
        #expect(Diagnosis.folder("data", trial).verdict == verdict)
    }

    @Test(arguments: [
        (4_096, Diagnosis.Verdict.ok), (1_024, .warning), (70, .wrong),
    ])
    func `open files`(count: Int, verdict: Diagnosis.Verdict) {
        #expect(Diagnosis.openFiles(OpenFileLimit(count: count), wanted: 2_048).verdict == verdict)
    }

    @Test(arguments: [
        (["127.0.0.1"], "127.0.0.1:8080", Diagnosis.Verdict.ok), ([], "127.0.0.1:8080", .ok),
        (["10.0.0.1"], "127.0.0.1:8080", .warning), (["10.0.0.1"], "0.0.0.0:8080", .ok),
        (["proxy.example"], "0.0.0.0:8080", .wrong), (["::"], "0.0.0.0:8080", .wrong),
    ])
    func `a trusted proxy can be the one in front`(
        proxies: [String], address: String, verdict: Diagnosis.Verdict
    ) throws {
        #expect(Diagnosis.proxies(proxies, address: try ListenAddress(address)).verdict == verdict)
    }

    @Test(arguments: [
        (Diagnosis.PortState.free, Diagnosis.Verdict.ok), (.served, .ok), (.taken, .wrong),
        (.answering, .ok), (.ofOtherDatabase, .wrong), (.unknown, .warning),
        (.privileged, .warning), (.failed("no"), .wrong),
    ])
    func `the port is free or a server of the database has it`(
        state: Diagnosis.PortState, verdict: Diagnosis.Verdict
    ) throws {
        #expect(Diagnosis.port(try ListenAddress("127.0.0.1:8080"), state).verdict == verdict)
    }

    @Test(arguments: [
        ("0.0.0.0:80", [], Diagnosis.Verdict.wrong), ("127.0.0.1:80", [], .ok),
        ("0.0.0.0:80", ["10.0.0.1"], .ok),
    ])
    func `a server that others reach without TLS and without a proxy is wrong, because it does not start`(
        address: String, proxies: [String], verdict: Diagnosis.Verdict
    ) throws {
        let address = try ListenAddress(address)
        #expect(Diagnosis.plain(address, proxies: proxies).verdict == verdict)
        // As the server sees it.
        let starts = (try? ServeCommand.requireTLS(at: address, isThere: !proxies.isEmpty)) != nil
        #expect(starts == (verdict == .ok))
    }

    @Test
    func `a demo is a warning, and wrong where others reach it`() throws {
        #expect(Diagnosis.demo(try ListenAddress("127.0.0.1:80")).verdict == .warning)
        #expect(Diagnosis.demo(try ListenAddress("0.0.0.0:80")).verdict == .wrong)
    }

    @Test(arguments: [
        (-30, 60, ["cafe.example"], Diagnosis.Verdict.ok), (-30, 15, ["cafe.example"], .ok),
        (-30, 13, ["cafe.example"], .warning), (-30, -1, ["cafe.example"], .wrong),
        (1, 60, ["cafe.example"], .wrong), (-30, 60, [], .warning),
    ])
    func `a certificate is valid for a fortnight yet and names a host`(
        fromDay: Int64, untilDay: Int64, names: [String], verdict: Diagnosis.Verdict
    ) {
        let (now, day) = (Self.now.millisecondsSinceEpoch / 1_000, Int64(86_400))
        let diagnosis = Diagnosis.validity(
            of: names, from: now + fromDay * day, until: now + untilDay * day, now: Self.now)
        #expect(diagnosis.verdict == verdict)
    }

    @Test
    func `a line has the verdict, the subject, a sentence and what to do`() {
        #expect(Diagnosis.ok("web", "Web has the pages").line == "ok       web          Web has the pages.")
        #expect(
            Diagnosis.wrong("disk", "It failed.", "Look.").line == "wrong    disk         It failed. Look.")
    }

    @Test(arguments: [
        (Int64(0), "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (1_500_000, "1.5 MB"),
        (99_600_000, "100 MB"),
        (1_073_741_824, "1.1 GB"),
    ])
    func `a number of bytes reads well`(bytes: Int64, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }

    @Test
    func `progress is shown once for each percent`() {
        var line = ProgressLine("Copied", isShown: true)
        #expect(line.text(done: 1, of: 200) == "\rCopied 0 %")
        #expect(line.text(done: 1, of: 200) == nil)
        #expect(line.text(done: 200, of: 200) == "\rCopied 100 %\n")
    }
}
