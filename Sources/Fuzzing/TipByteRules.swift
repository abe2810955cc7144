import TipCore
import TipRules

/// What holds for any bytes that are read as a rule of a tip, as a value, or as a ledger.
public enum TipByteRules: Sendable {
    private static let now = RuleTime(microseconds: 1_765_000_000_000_000)

    /// Tries bytes as all three: they are refused, or mean the same when they have been written and read again.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        if let rule = read({ () throws(RuleError) in try RuleExpression(bytes: bytes) }) { try check(rule) }
        if let value = read({ () throws(RuleError) in try RuleValue(bytes: bytes) }) {
            let again = read { () throws(RuleError) in try RuleValue(bytes: value.bytes) }
            try BrokenRule.unless(
                again?.bytes == value.bytes, "A value changed when it was written and read.")
        }
        if let ledger = read({ () throws(RuleError) in try TipLedger(bytes: bytes) }) { try check(ledger) }
    }

    private static func read<Value>(_ body: () throws(RuleError) -> Value) -> Value? {
        do throws(RuleError) { return try body() } catch { return nil }
    }

    private static func check(_ rule: RuleExpression) throws(BrokenRule) {
        let written = read { () throws(RuleError) in try rule.bytes() }
        let again = read { () throws(RuleError) in try RuleExpression(bytes: written ?? []) }
        guard let written, let again else { throw BrokenRule("A rule that was read does not travel on.") }
        let bytes = read { () throws(RuleError) in try again.bytes() }
        try BrokenRule.unless(bytes == written, "A rule changed when it was written and read.")
        let (answer, other) = (rule.answer(from: facts, at: now), again.answer(from: facts, at: now))
        // By their bytes, because not-a-number is equal to nothing.
        try BrokenRule.unless(
            answer.value.bytes == other.value.bytes && answer.nextChange == other.nextChange,
            "A rule that has travelled gives another answer.")
        let lasts = answer.nextChange.map { $0 > now } ?? true
        try BrokenRule.unless(lasts, "An answer does not last until the next moment.")
        try BrokenRule.unless(
            rule.explanation(from: facts, at: now).value.bytes == answer.value.bytes,
            "The explanation of a rule has another value than its answer.")
    }

    private static func check(_ ledger: TipLedger) throws(BrokenRule) {
        let again = read { () throws(RuleError) in try TipLedger(bytes: ledger.bytes) }
        try BrokenRule.unless(again?.bytes == ledger.bytes, "A ledger changed when it was written and read.")
        try BrokenRule.unless(
            ledger.merged(with: ledger).bytes == ledger.bytes,
            "A ledger changed when it was joined with itself.")
        var past = ledger
        let future = past.removeFuture(after: now)
        try BrokenRule.unless(
            past.merged(with: future).donationCount == ledger.donationCount,
            "What was taken out of a ledger does not join to the whole again.")
        var news = ledger
        news.removeKnown(ledger)
        try BrokenRule.unless(news.donationCount == 0, "A ledger has donations that it does not know.")
        try drive(ledger)
    }

    /// A machine takes any ledger, and goes on.
    private static func drive(_ ledger: TipLedger) throws(BrokenRule) {
        var machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
        _ = machine.merge(ledger, at: now)
        for id in ledger.tips.keys {
            machine.declare(
                TipDefinition(id: id, maximumDisplayCount: 2, maximumDisplayMicroseconds: 90_000_000))
            _ = machine.beginAppearance(of: id, on: "x", at: now)
            _ = machine.endAppearance(of: id, on: "x", at: now.advanced(byMicroseconds: 1_000_000))
            _ = machine.explanation(of: id, at: now)
            _ = machine.resetEligibility(of: id, at: now)
            let status = machine.status(of: id, at: now)
            try BrokenRule.unless(status == .available, "A tip that was reset is not available.")
        }
        for name in ledger.events.keys { _ = machine.donate(to: name, at: now) }
        _ = machine.reset()
        try BrokenRule.unless(machine.ledger.hasNoRecords, "A reset has left something.")
    }

    /// Something for rules to be about: names of one letter, which a fuzzer finds.
    private static let facts: RecordedFacts = {
        var facts = RecordedFacts()
        facts.set(.integer(3), forParameter: "p")
        facts.set(.record([RuleField("a", .text("north"))]), forParameter: "q")
        for number in 0..<12 as Range<Int64> {
            let payload = RuleValue.record([RuleField("a", .integer(number % 3))])
            facts.donate(payload, to: "e", at: now.advanced(byMicroseconds: -number * 3_600_000_000))
        }
        return facts
    }()
}
