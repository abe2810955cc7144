import CommandLineArguments
import Essentials
import Ordering

/// An item as it is named on the command line: `flat-white`, `2*flat-white:oat,shot*2`.
struct OrderedItem {
    let line: BasketLine

    init(_ text: String) throws(UsageError) {
        let form = "[COUNT*]ITEM[:CHOICE[*COUNT],…]"
        let refusal = UsageError.malformedValue(text, of: "ITEM", expected: form)
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let (name, quantity) = Self.counted(parts[0], countFirst: true), let item = ItemID(name) else {
            throw refusal
        }
        var choices: [ChoiceSelection] = []
        for word in parts.count > 1 ? parts[1].split(separator: ",", omittingEmptySubsequences: false) : [] {
            guard let (name, count) = Self.counted(word, countFirst: false), let choice = ChoiceID(name)
            else {
                throw refusal
            }
            choices.append(ChoiceSelection(choice: choice, quantity: count))
        }
        line = BasketLine(item: item, quantity: quantity, choices: choices)
    }

    /// A name with its number, as people read it: `2 × Flat white`.
    static func words(_ name: String, times count: Int) -> String {
        count == 1 ? name : "\(count) × \(name)"
    }

    private static func counted(_ word: Substring, countFirst: Bool) -> (name: String, count: Int)? {
        let parts = word.split(separator: "*", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return (String(word), 1)
        case 2:
            let (name, count) = countFirst ? (parts[1], parts[0]) : (parts[0], parts[1])
            return Int(count).map { (String(name), $0) }
        default: return nil
        }
    }
}
