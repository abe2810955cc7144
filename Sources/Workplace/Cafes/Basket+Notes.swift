import JSON
import Ordering

extension Basket {
    /// Refuses notes that would not stay on their line on a kitchen display.
    ///
    /// - Throws: `OrderRefusal.basket(_:)` with a mistake for each such note.
    func checkNotes() throws(OrderRefusal) {
        let mistakes = lines.enumerated().compactMap { index, line in
            line.note.map(\.isPlainLine) == false ? BasketMistake(line: index, reason: .noteNotPlain) : nil
        }
        guard mistakes.isEmpty else { throw .basket(BasketRefusal(mistakes: mistakes)) }
    }
}
