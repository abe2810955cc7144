import Conditions
import Observations
import Testing

struct SourceTallyTests {
    /// What a source says that senses something; it heard or saw what speaks for the condition at a second.
    private func report(
        _ verdict: Bool, evidenceAt seconds: Double, isLost: Bool = false, silentAt: Double? = nil
    ) -> SourceReport {
        var continuity = Continuity()
        continuity.noteEvidence(at: Surroundings.time(seconds))
        return SourceReport(
            verdict: verdict, continuity: continuity, isLost: isLost,
            diagnostics: isLost ? .sourceUnavailable : [], silentAt: silentAt.map { Surroundings.time($0) })
    }

    /// The findings of two reports, counted in either order.
    private func findings(_ first: SourceReport, _ second: SourceReport) -> [ConditionFinding] {
        [[first, second], [second, first]].map { reports in
            var tally = SourceTally()
            for report in reports { tally.add(report) }
            return tally.finding(at: Surroundings.time(100))
        }
    }

    @Test func `LD12: of several silences the one that was long enough last dates the end`() {
        let found = findings(
            report(false, evidenceAt: 0, silentAt: 30), report(false, evidenceAt: 20, silentAt: 50))
        #expect(
            found == Array(repeating: ConditionFinding(.unsatisfied, since: Surroundings.time(50)), count: 2))
    }

    // The seconds at which the source that is lost, and the one that says no, sensed something last.
    @Test(arguments: [(20.0, 10.0, Truth.unknown), (10, 10, .unknown), (10, 20, .unsatisfied)])
    func `LD14: a lost source is believed if it sensed something last, in whatever order they are counted`(
        lost: Double, other: Double, truth: Truth
    ) {
        let found = findings(
            report(true, evidenceAt: lost, isLost: true), report(false, evidenceAt: other))
        #expect(found.map(\.truth) == [truth, truth])
    }
}
