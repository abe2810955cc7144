import Foundation
import JSON
import Testing

/// Compares with Foundation's reader, which is an implementation of other people.
struct JSONDifferentialTests {
    @Test(arguments: UInt64(1)...40) func `seeded random documents mean the same to Foundation`(seed: UInt64)
        throws
    {
        var documents = RandomDocuments(seed: seed)
        for _ in 0..<25 {
            let bytes = Array(documents.next().utf8)
            let ours = try JSONValue(parsing: bytes)
            let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(Self.matches(ours, theirs), "\(String(decoding: bytes, as: UTF8.self))")
            let again = try JSONSerialization.jsonObject(with: Data(ours.bytes), options: .fragmentsAllowed)
            #expect(Self.matches(ours, again), "\(String(decoding: ours.bytes, as: UTF8.self))")
        }
    }

    @Test(arguments: UInt64(1)...40) func `a changed byte never makes Foundation accept less`(seed: UInt64) {
        var documents = RandomDocuments(seed: seed)
        for _ in 0..<50 {
            var bytes = Array(documents.next().utf8)
            // Foundation refuses numbers beyond its range, which an exponent makes quickly; the grammar does not.
            let byte = UInt8.random(in: 0...255, using: &documents.generator)
            guard byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") else { continue }
            bytes[Int.random(in: bytes.indices, using: &documents.generator)] = byte
            guard (try? JSONValue(parsing: bytes)) != nil else { continue }
            #expect(throws: Never.self, "\(bytes)") {
                try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            }
        }
    }

    private static func matches(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .boolean(let boolean): return theirs as? Bool == boolean
        case .integer(let integer): return (theirs as? NSNumber)?.int64Value == integer
        case .number(let text): return (theirs as? NSNumber)?.doubleValue == Double(text)
        case .string(let text): return (theirs as? String)?.utf8.elementsEqual(text.utf8) == true
        case .array(let values):
            guard let list = theirs as? [Any], list.count == values.count else { return false }
            return zip(values, list).allSatisfy(matches)
        case .object(let object):
            guard let members = theirs as? [String: Any], members.count == object.members.count else {
                return false
            }
            return object.members.allSatisfy { member in
                members[member.name].map { matches(member.value, $0) } ?? false
            }
        }
    }
}

/// Makes documents with all kinds of values, escapes and spaces, the same for the same seed.
private struct RandomDocuments {
    var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(state: seed) }

    mutating func next() -> String { space() + value(depth: 0) + space() }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &generator) {
        case 0: return pick(["null", "true", "false"])
        case 1: return String(Int64.random(in: .min...(.max), using: &generator))
        case 2: return pick(["0", "-1", "2.50", "1e3", "-4.25E-2", "0.1"])
        case 3, 4: return text()
        case 5, 6:
            let elements = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                space() + value(depth: depth + 1) + space()
            }
            return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
        default:
            let members = (0..<Int.random(in: 0..<5, using: &generator)).map { index in
                "\(space())\"\(index)\(text().dropFirst())\(space()):\(space())\(value(depth: depth + 1))"
            }
            return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
        }
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "Z9", " ", "é", "語", "🍜", "/", #"\""#, #"\\"#, #"\n"#, #"\u00e9"#, #"\ud83c\udf5c"#, #"\/"#,
        ]
        return "\"" + (0..<Int.random(in: 0..<6, using: &generator)).map { _ in pick(pieces) }.joined() + "\""
    }

    private mutating func space() -> String { pick(["", "", "", " ", "\n", "\t\r "]) }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: choices.indices, using: &generator)]
    }
}

/// The generator of Steele, Lea and Flood (2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
