import TestSupport
import Testing
import TipRules

struct RuleBytesTests {
    @Test(arguments: UInt64(0)..<8)
    func `TA1 TD24: a rule comes back from its bytes as it was`(seed: UInt64) throws {
        var maker = RandomRules(seed: seed)
        for _ in 0..<300 {
            let rule = maker.condition(depth: 3)
            let bytes = try rule.bytes()
            let back = try RuleExpression(bytes: bytes)
            #expect(back == rule)
            #expect(try back.bytes() == bytes)
        }
    }

    @Test(arguments: UInt64(0)..<8)
    func `TA1: a rule that has travelled gives the same answer, and for as long`(seed: UInt64) throws {
        var maker = RandomRules(seed: seed)
        for _ in 0..<200 {
            let (rule, facts) = (maker.condition(depth: 4), maker.facts())
            let back = try RuleExpression(bytes: try rule.bytes())
            for moment in [0, 7, 300] {
                #expect(
                    back.answer(from: facts, at: second(moment))
                        == rule.answer(from: facts, at: second(moment)))
            }
        }
    }

    @Test func `TA1: values come back from their bytes, the largest and the smallest too`() throws {
        let values: [RuleValue] = [
            .null, .boolean(false), .boolean(true), .integer(.max), .integer(.min), .integer(-1),
            .number(-0.0),
            .number(.infinity), .text(""), .text("日本"), .time(RuleTime(microseconds: .min)), .list([]),
            .record([RuleField("a", .list([.null]))]),
        ]
        for value in values { #expect(try RuleValue(bytes: value.bytes) == value) }
    }

    @Test(arguments: UInt64(0)..<4)
    func `TA1: bytes that are no rule are refused, and never trap`(seed: UInt64) throws {
        var maker = RandomRules(seed: seed)
        for _ in 0..<200 {
            let bytes = try maker.condition(depth: 3).bytes()
            for count in bytes.indices {
                #expect(throws: RuleError.self) { try RuleExpression(bytes: Array(bytes[..<count])) }
            }
            var bent = bytes
            bent[maker.number(bent.count)] = UInt8(maker.number(256))
            if let read = try? RuleExpression(bytes: bent) {
                #expect(try read.bytes().count <= bent.count + 16)
            }
        }
    }

    @Test func `TA1: the form, the end, codes and limits are checked`() {
        func refusal(_ bytes: [UInt8]) -> RuleError? {
            do throws(RuleError) {
                _ = try RuleExpression(bytes: bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([]) == .truncated)
        #expect(refusal([9, 0, 0]) == .unknownForm(9))
        #expect(refusal([1, 0, 0, 7]) == .trailingBytes)
        #expect(refusal([1, 99]) == .unknownCode(99))
        #expect(refusal([1, 3]) == .noDonationAtHand)
        #expect(refusal([1] + Array(repeating: 18, count: 100) + [0, 0]) == .tooManyLevels)
        #expect(refusal([1, 0, 3] + Array(repeating: 0xFF, count: 12)) == .numberTooLong)
        #expect(refusal([1, 16, 0xFF, 0x7F]) == .truncated)
        let many = RuleExpression.all(Array(repeating: .constant(.null), count: RuleExpression.mostParts))
        #expect(throws: RuleError.tooManyParts) { try many.bytes() }
    }

    @Test func `TD24: a function of this process does not travel`() {
        let rule = RuleExpression.derived(LocalFunction(number: 1), of: .parameter("p"))
        #expect(!rule.isPortable)
        #expect(throws: RuleError.local) { try rule.bytes() }
    }

    @Test func `TA1: a filter that counts donations is refused`() {
        let nested = RuleExpression.count(.filtered(.all(of: "e"), where: .count(.all(of: "f"))))
        #expect(throws: RuleError.queryInFilter) { try nested.bytes() }
    }
}
