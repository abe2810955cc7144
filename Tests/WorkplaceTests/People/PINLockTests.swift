import Essentials
import TestSupport
import Testing

@testable import Workplace

/// What locks after wrong PINs, and what a PIN and a number are.
struct PINLockTests {
    private static let start = Timestamp(millisecondsSinceEpoch: 1_795_000_000_000)

    private func time(_ seconds: Int) -> Timestamp { Self.start.advanced(by: .seconds(seconds)) }

    @Test func `five errors lock for five minutes, for the person and for the kiosk apart, W99`() {
        var lock = PINLock()
        for second in 0..<5 { #expect(lock.begin(["ada", "kiosk"], at: time(second)) == nil) }
        // The lock counts from the fifth error.
        #expect(lock.begin(["ada", "other kiosk"], at: time(5)) == .seconds(299))
        #expect(lock.begin(["grace", "kiosk"], at: time(5)) == .seconds(299))
        #expect(lock.begin(["grace", "other kiosk"], at: time(5)) == nil)
        // What is refused counts nowhere, so that a lock ends.
        #expect(lock.begin(["ada", "kiosk"], at: time(303)) == .seconds(1))
        #expect(lock.begin(["ada", "kiosk"], at: time(304)) == nil)
    }

    @Test func `a right PIN forgets the errors before it`() {
        var lock = PINLock()
        for _ in 0..<4 { #expect(lock.begin(["ada", "kiosk"], at: time(0)) == nil) }
        lock.clear(["ada", "kiosk"])
        for _ in 0..<5 { #expect(lock.begin(["ada", "kiosk"], at: time(1)) == nil) }
        #expect(lock.begin(["ada", "kiosk"], at: time(1)) == .seconds(300))
    }

    @Test func `errors long ago do not count`() {
        var lock = PINLock()
        for _ in 0..<4 { _ = lock.begin(["ada"], at: time(0)) }
        for _ in 0..<5 { #expect(lock.begin(["ada"], at: time(300)) == nil) }
    }

    @Test(arguments: ["4711", "1122", "90210", "12345679"])
    func `a PIN has four to eight digits`(pin: String) { #expect(KioskBadge.isPIN(pin)) }

    @Test(arguments: ["", "471", "123456789", "47a1", "0000", "1234", "8765", "１２３５", "47 11"])
    func `what is no PIN, or is guessed first, is refused`(pin: String) { #expect(!KioskBadge.isPIN(pin)) }

    @Test(arguments: [("04:ab:3c:7f", "04AB3C7F"), (" 0012 3456 ", "00123456"), ("0a-1B-2c", "0A1B2C")])
    func `a number is the same however it is written`(typed: String, stored: String) {
        #expect(KioskBadge.number(typed: typed) == stored)
    }

    @Test(arguments: ["", "123", "12#45", "ÄÖÜ1", String(repeating: "1", count: 41)])
    func `what cannot be the number of a badge is none`(typed: String) {
        #expect(KioskBadge.number(typed: typed) == nil)
    }
}
