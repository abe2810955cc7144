import TestSupport
import TipRules

@testable import TipCore

/// A moment so many seconds after the one at which the tests of tips begin.
func second(_ seconds: Int) -> RuleTime {
    RuleTime(microseconds: 1_765_000_000_000_000).advanced(byMicroseconds: Int64(seconds) * 1_000_000)
}

let minute = 60
let hour = 3_600
let day = 86_400

/// A replica on a device of its own.
func replica(_ number: UInt64) -> TipReplica { TipReplica(device: number << 8) }

extension RuleExpression {
    static func isTrue(_ parameter: RuleText) -> RuleExpression {
        .comparison(.equal, .parameter(parameter), .constant(.boolean(true)))
    }

    static func donations(of event: RuleText, exceed count: Int64) -> RuleExpression {
        .comparison(.greater, .count(.all(of: event)), .constant(.integer(count)))
    }
}

extension TipStateMachine {
    /// A machine of the first replica with tips.
    init(_ tips: TipDefinition..., frequency: Tips.DisplayFrequency = .immediate) {
        self.init(replica: TipCoreTests.replica(1))
        self.frequency = frequency
        for tip in tips { declare(tip) }
    }

    /// Shows a tip from one moment to another; whether it may be shown.
    @discardableResult
    mutating func show(_ tip: TipID, from start: Int, to end: Int, on surface: RuleText = "screen") -> Bool {
        guard beginAppearance(of: tip, on: surface, at: second(start)).outcome == .began else { return false }
        _ = endAppearance(of: tip, on: surface, at: second(end))
        return true
    }
}

/// Makes changes to ledgers by the seed alone.
struct RandomDevice {
    var random: SplitMix64
    var machine: TipStateMachine
    /// What the device's clock is off by, in seconds.
    let skew: Int
    private let names: [RuleText] = ["a", "b", "c"]

    init(_ number: UInt64, seed: UInt64) {
        random = SplitMix64(seed: seed &* 31 &+ number)
        machine = TipStateMachine(replica: replica(number))
        skew = Int(random.next() % 400) - 200
        for name in names { machine.declare(TipDefinition(id: TipID(name: name), maximumDisplayCount: 3)) }
    }

    private mutating func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    /// Does something at a moment.
    ///
    /// - Returns: What it changed.
    mutating func act(at seconds: Int, resets: Bool = true) -> TipLedger {
        let now = second(seconds + skew)
        let name = names[number(names.count)]
        let tip = TipID(name: name)
        switch number(resets ? 40 : 36) {
        case 0..<12: return machine.donate(.integer(Int64(number(3))), to: name, at: now).delta
        case 12..<20: return machine.set(.integer(Int64(number(5))), forParameter: name, at: now).delta
        case 20..<28:
            var delta = machine.beginAppearance(of: tip, on: "s", at: now).change.delta
            delta.merge(
                machine.endAppearance(of: tip, on: "s", at: now.advanced(byMicroseconds: 7_000_000)).delta)
            return delta
        case 28..<32: return machine.invalidate(tip, reason: .tipClosed, at: now).delta
        case 32..<36: return machine.invalidate(tip, reason: .actionPerformed, at: now).delta
        case 36: return machine.deleteDonations(of: name).delta
        case 37, 38: return machine.resetEligibility(of: tip, at: now).delta
        default: return machine.reset().delta
        }
    }
}
