import Machine
import Testing

@testable import vicinity

@Suite struct MissingProgramsTests {
    private let start = ContinuousClock.now
    private let entry = BackgroundPrograms.Entry(monitor: "work", in: "/stores")

    @Test func `a program that is missing during an upgrade keeps its registration`() {
        var programs = MissingPrograms()
        #expect(programs.look([entry], at: start).isEmpty)
        #expect(programs.look([], at: start.advanced(by: .seconds(60))).isEmpty)
        // The day begins again with each time that it goes.
        let later = start.advanced(by: MissingPrograms.patience)
        #expect(programs.look([entry], at: later).isEmpty)
        #expect(programs.look([entry], at: later.advanced(by: .seconds(60))).isEmpty)
    }

    @Test func `a program that has been missing for a day is dropped`() {
        var programs = MissingPrograms()
        #expect(programs.look([entry], at: start).isEmpty)
        let end = start.advanced(by: MissingPrograms.patience)
        #expect(programs.look([entry], at: end.advanced(by: .seconds(-1))).isEmpty)
        #expect(programs.look([entry], at: end) == [entry])
    }
}
