import Testing

@testable import Workplace

struct PasswordLineTests {
    @Test func `guesses from many addresses leave places to people at addresses they have used before`() {
        var line = PasswordLine()
        let strangers = (0...PasswordLine.strangersAtMost).map { _ in line.join(isStranger: true) }
        #expect(strangers.count { $0 } == PasswordLine.strangersAtMost)
        #expect(strangers.last == false)
        let known = (PasswordLine.strangersAtMost...PasswordLine.lengthAtMost).map { _ in
            line.join(isStranger: false)
        }
        #expect(known.count { $0 } == PasswordLine.lengthAtMost - PasswordLine.strangersAtMost)
        #expect(known.last == false)
        line.leave()
        let stranger = line.join(isStranger: true)
        let other = line.join(isStranger: false)
        #expect((stranger, other) == (false, true))
    }
}
