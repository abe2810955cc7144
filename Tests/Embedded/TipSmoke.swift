import SmokeNumbers
import TipCore
import TipPageCore
import TipRules

/// Runs tips on seeded histories and folds each status, rule answer and byte of the ledger into one number.
///
/// The same file is compiled for this machine and for WebAssembly; the two numbers must be the same (TA1). Zero stands for a
/// seed that leaves out something that can be in a rule.
@_cdecl("vicinity_tip_smoke")
public func tipSmoke(seed: UInt64) -> UInt64 {
    var digest = Digest()
    var random = TipChance(seed: seed)
    for _ in 0..<8 { foldHistory(&digest, &random) }
    for _ in 0..<8 { foldPage(&digest, &random) }
    return random.kinds.isComplete ? digest.value : 0
}

private let events: [RuleText] = ["order.placed", "order.repeated", "cafe.chosen", "cafe.near"]
private let parameters: [RuleText] = ["orders", "isFollowed", "name"]
private let start = RuleTime(microseconds: 1_800_000_000_000_000)

/// Two devices of one person over a month: what each decides at every step, and what they come to when they hear of each
/// other.
private func foldHistory(_ digest: inout Digest, _ random: inout TipChance) {
    var devices = [random.machine(1), random.machine(2)]
    let rules = (0..<12).map { _ in random.rule(levels: 4) }
    for device in devices.indices {
        devices[device].frequency = Tips.DisplayFrequency.allCases[Int(random.next() % 5)]
        for (number, rule) in rules.enumerated() {
            devices[device].declare(random.tip(number, rule, shared: number % 3))
        }
    }
    var now = start
    for _ in 0..<150 {
        now = now.advanced(byMicroseconds: Int64(random.next() % 40_000_000_000))
        let device = Int(random.next() % 2)
        random.input(&devices[device], at: now)
        if random.next() % 8 == 0 { _ = devices[1 - device].merge(devices[device].ledger, at: now) }
        for number in rules.indices {
            let answer = devices[device].timedStatus(of: id(number), at: now)
            digest.fold(code(answer.status))
            digest.fold(answer.nextChange.map { UInt64(bitPattern: $0.microseconds) } ?? 0)
        }
        foldAnswers(&digest, rules, devices[device], at: now)
    }
    _ = devices[0].merge(devices[1].ledger, at: now)
    _ = devices[1].merge(devices[0].ledger, at: now)
    for device in devices { digest.fold(device.ledger.bytes) }
}

/// What the rules come to by themselves, without anything that is remembered.
private func foldAnswers(
    _ digest: inout Digest, _ rules: [RuleExpression], _ machine: TipStateMachine, at now: RuleTime
) {
    var facts = RecordedFacts()
    for name in parameters { facts.set(machine.value(ofParameter: name), forParameter: name) }
    for name in events {
        facts.set(machine.ledger.events[name]?.history() ?? DonationHistory(), forEvent: name)
    }
    for rule in rules {
        let answer = rule.answer(from: facts, at: now)
        digest.fold(answer.value.bytes)
        digest.fold(answer.nextChange.map { UInt64(bitPattern: $0.microseconds) } ?? 0)
    }
}

/// A person at a page, through the calls that pages make: bytes in, bytes out.
private func foldPage(_ digest: inout Digest, _ random: inout TipChance) {
    let tips = unsafe tipsBegin(replica: random.next() & ~0xFF | 3)
    let rules = (0..<8).map { _ in random.rule(levels: 3) }
    unsafe digest.fold(UInt64(bitPattern: Int64(declare(rules, in: tips, &random))))
    var milliseconds = Double(start.microseconds) / 1_000
    for _ in 0..<150 {
        milliseconds += Double(random.next() % 30_000_000)
        let result = unsafe random.pageCall(tips, rules.count, milliseconds)
        digest.fold(UInt64(bitPattern: Int64(result)))
        unsafe digest.fold(taken(tipsStatuses(tips: tips, time: milliseconds)))
    }
    unsafe digest.fold(taken(tipsLedger(tips: tips)))
    unsafe digest.fold(taken(tipsShared(tips: tips, limit: milliseconds - 1_000_000_000)))
    unsafe tipsEnd(tips: tips)
}

private func declare(
    _ rules: [RuleExpression], in tips: UnsafeMutableRawPointer, _ random: inout TipChance
) -> Int32 {
    var bytes: [UInt8] = [1, UInt8(random.next() % 5), UInt8(parameters.count)]
    for name in parameters {
        append(name.utf8, to: &bytes)
        bytes.append(name == "isFollowed" ? 1 : 0)
        append(RuleValue.integer(0).bytes, to: &bytes)
        bytes.append(0)
    }
    bytes.append(UInt8(events.count))
    for name in events {
        append(name.utf8, to: &bytes)
        bytes += [name == "cafe.near" ? 1 : 0, 20, 0, 0]
    }
    bytes.append(UInt8(rules.count))
    for (number, rule) in rules.enumerated() {
        append(id(number).name.utf8, to: &bytes)
        bytes += [UInt8(number % 2), UInt8(random.next() % 4), 0, 1]
        do throws(RuleError) { append(try rule.bytes(), to: &bytes) } catch { return -2 }
        bytes += [0, 0]
    }
    return unsafe given(bytes) {
        unsafe tipsDeclare(tips: tips, block: $0, bytes: $1)
    }
}

private func append(_ part: [UInt8], to bytes: inout [UInt8]) {
    var count = part.count
    while count >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
        count >>= 7
    }
    bytes.append(UInt8(count))
    bytes += part
}

private func given(_ bytes: [UInt8], to call: (UnsafeMutablePointer<UInt8>, Int32) -> Int32) -> Int32 {
    let block = unsafe tipsBlock(bytes: Int32(bytes.count))
    for (place, byte) in bytes.enumerated() { unsafe block[place] = byte }
    let result = unsafe call(block, Int32(bytes.count))
    unsafe tipsRelease(block: block)
    return result
}

private func taken(_ block: UnsafeMutablePointer<UInt8>) -> [UInt8] {
    var count = 0
    for place in 0..<4 { unsafe count |= Int(block[place]) << (8 * place) }
    var bytes: [UInt8] = []
    for place in 0..<count { unsafe bytes.append(block[4 + place]) }
    unsafe tipsRelease(block: block)
    return bytes
}

private func id(_ number: Int) -> TipID { TipID(name: RuleText(utf8: [0x74, 0x61 + UInt8(number)])) }

private func code(_ status: Tips.Status) -> UInt64 {
    switch status {
    case .pending: 0
    case .available: 1
    case .invalidated(let reason): 2 + UInt64(reason.code)
    }
}

/// What of all that can be in a rule was made so far.
private struct Kinds {
    private var seen: UInt32 = 0

    var isComplete: Bool { seen == (1 << 24) - 1 }

    /// Without a default, so that what rules learn has to be made here too.
    mutating func note(_ rule: RuleExpression) {
        switch rule {
        case .constant: note(0)
        case .parameter: note(1)
        case .member(_, let whole): note(2, whole)
        case .payload: note(3)
        case .donationTime: note(4)
        case .now: note(5)
        case .count(let query): note(6, query)
        case .oldest(let query): note(7, query)
        case .newest(let query): note(8, query)
        case .newestPayload(let query): note(9, query)
        case .listed(let query): note(10, query)
        case .comparison(_, let left, let right): note(11, left, right)
        case .search(_, let whole, let part): note(12, whole, part)
        case .arithmetic(_, let left, let right): note(13, left, right)
        case .length(let whole): note(14, whole)
        case .otherwise(let first, let second): note(15, first, second)
        case .all(let parts):
            note(16)
            for part in parts { note(part) }
        case .any(let parts):
            note(17)
            for part in parts { note(part) }
        case .not(let part): note(18, part)
        // It does not travel (TD24).
        case .derived: break
        }
    }

    private mutating func note(_ query: DonationQuery) {
        switch query {
        case .all: note(19)
        case .within(_, let inner): note(20, inner)
        case .filtered(let inner, let condition):
            note(21, inner)
            note(condition)
        case .largestSubset(let inner, _): note(22, inner)
        case .smallestSubset(let inner, _): note(23, inner)
        }
    }

    private mutating func note(_ kind: UInt32, _ parts: RuleExpression...) {
        seen |= 1 << kind
        for part in parts { note(part) }
    }

    private mutating func note(_ kind: UInt32, _ query: DonationQuery) {
        seen |= 1 << kind
        note(query)
    }
}

/// Random parts of tips, and which of them were made.
private struct TipChance {
    private var numbers: SplitMix
    var kinds = Kinds()

    init(seed: UInt64) { numbers = SplitMix(state: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func unit() -> Double { numbers.unit() }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(next() % UInt64(elements.count))]
    }

    mutating func machine(_ device: UInt64) -> TipStateMachine {
        var machine = TipStateMachine(replica: TipReplica(device: next() | 0x100, process: UInt8(device)))
        for name in parameters { machine.declare(ParameterDefinition(initial: .integer(0)), named: name) }
        machine.declare(EventDefinition(maximumCount: 12, maximumAge: .days(20)), named: "cafe.chosen")
        return machine
    }

    mutating func tip(_ number: Int, _ rule: RuleExpression, shared: Int) -> TipDefinition {
        TipDefinition(
            id: id(number), rules: [rule], maximumDisplayCount: shared == 0 ? 3 : nil,
            maximumDisplayMicroseconds: shared == 1 ? 90_000_000 : nil, ignoresDisplayFrequency: shared == 2)
    }

    /// One thing that happens to a device.
    mutating func input(_ machine: inout TipStateMachine, at now: RuleTime) {
        let tip = id(Int(next() % 12))
        switch next() % 8 {
        case 0...2: _ = machine.donate(payload(), to: pick(events), at: now)
        case 3: _ = machine.set(value(), forParameter: pick(parameters), at: now)
        case 4: _ = machine.beginAppearance(of: tip, on: "inline", at: now)
        case 5: _ = machine.endAppearance(of: tip, on: "inline", at: now)
        case 6: _ = machine.passTime(to: now)
        default:
            if next() % 4 == 0 { _ = machine.invalidate(tip, reason: .tipClosed, at: now) }
            if next() % 16 == 0 { _ = machine.resetEligibility(of: tip, at: now) }
        }
    }

    mutating func pageCall(_ tips: UnsafeMutableRawPointer, _ count: Int, _ time: Double) -> Int32 {
        var bytes: [UInt8] = [1]
        switch next() % 8 {
        case 0...2:
            append(pick(events).utf8, to: &bytes)
            append(payload().bytes, to: &bytes)
            return unsafe given(bytes) { unsafe tipsDonate(tips: tips, block: $0, bytes: $1, time: time) }
        case 3:
            append(pick(parameters).utf8, to: &bytes)
            append(value().bytes, to: &bytes)
            return unsafe given(bytes) { unsafe tipsSet(tips: tips, block: $0, bytes: $1, time: time) }
        default:
            append(id(Int(next() % UInt64(count))).name.utf8, to: &bytes)
            append(Array("inline".utf8), to: &bytes)
            let (saying, seconds) = (Int32(next() % 5), unit() * 200)
            return unsafe given(bytes) {
                unsafe tipsSay(tips: tips, saying: saying, block: $0, bytes: $1, seconds: seconds, time: time)
            }
        }
    }

    mutating func value() -> RuleValue {
        switch next() % 9 {
        case 0: .null
        case 1: .boolean(next() % 2 == 0)
        case 2: .number((unit() - 0.5) * 100)
        case 3: .text(pick(events))
        case 4: .time(start.advanced(byMicroseconds: Int64(next() % 2_000_000_000_000)))
        case 5: .list([.integer(Int64(next() % 4)), .text(pick(events)), .null])
        case 6: .record([RuleField("area", .text(pick(parameters))), RuleField("size", .number(unit()))])
        default: .integer(Int64(next() % 20) - 5)
        }
    }

    mutating func payload() -> RuleValue {
        next() % 2 == 0 ? .null : .record([RuleField("area", value()), RuleField("size", .number(unit()))])
    }

    mutating func query(levels: Int) -> DonationQuery {
        switch levels > 1 ? next() % 5 : 0 {
        case 1: .within(.hours(Int(next() % 300)), query(levels: levels - 1))
        case 2: .filtered(query(levels: levels - 1), where: condition())
        case 3: .largestSubset(query(levels: levels - 1), by: ["area"])
        case 4: .smallestSubset(query(levels: levels - 1), by: ["area"])
        default: .all(of: pick(events))
        }
    }

    /// What a filter asks of a donation.
    mutating func condition() -> RuleExpression {
        switch next() % 4 {
        case 0: .comparison(pick(RuleComparison.allCases), .payload, .constant(value()))
        case 1:
            .comparison(
                .less, .arithmetic(.minus, .now, .donationTime), .constant(.number(unit() * 500_000)))
        case 2: .search(pick(RuleSearch.allCases), in: .member("area", of: .payload), .constant(value()))
        default:
            .comparison(
                pick(RuleComparison.allCases), .member("area", of: .payload), .constant(value()))
        }
    }

    /// A rule, noted as made.
    mutating func rule(levels: Int) -> RuleExpression {
        let rule = expression(levels: levels)
        kinds.note(rule)
        return rule
    }

    private mutating func expression(levels: Int) -> RuleExpression {
        guard levels > 1 else { return next() % 2 == 0 ? .parameter(pick(parameters)) : .constant(value()) }
        let inner = levels - 1
        return switch next() % 14 {
        case 0...1:
            .comparison(
                pick(RuleComparison.allCases), .count(query(levels: levels)),
                .constant(.integer(Int64(next() % 6))))
        case 2:
            .comparison(pick(RuleComparison.allCases), expression(levels: inner), expression(levels: inner))
        case 3: .all([expression(levels: inner), expression(levels: inner)])
        case 4: .any([expression(levels: inner), expression(levels: inner)])
        case 5: .not(expression(levels: inner))
        case 6:
            .comparison(
                .greater, .arithmetic(.minus, .now, .newest(query(levels: levels))),
                .constant(.number(unit() * 500_000)))
        case 7:
            .arithmetic(pick(RuleArithmetic.allCases), expression(levels: inner), expression(levels: inner))
        case 8: .search(pick(RuleSearch.allCases), in: expression(levels: inner), expression(levels: inner))
        case 9: .length(expression(levels: inner))
        case 10: .member(pick(["area", "size", "none"]), of: .newestPayload(query(levels: levels)))
        case 11: .member("area", of: .parameter(pick(parameters)))
        case 12: .length(.listed(query(levels: levels)))
        default: .otherwise(.oldest(query(levels: levels)), expression(levels: inner))
        }
    }
}
