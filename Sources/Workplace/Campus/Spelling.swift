/// Suggests a known word for an unknown one.
enum Spelling {
    /// Returns the nearest known word, or `nil` when none is near.
    ///
    /// A word is near if at most two letters, and at most a third of its letters, change.
    ///
    /// - Complexity: O(*n* · *m*) in the number of known words and the product of two words' lengths; words that
    ///   differ much in length cost nothing.
    static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let letters = Array(word.utf8)
        let allowed = min(2, letters.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in known where abs(candidate.utf8.count - letters.count) <= allowed {
            let distance = distance(letters, Array(candidate.utf8))
            guard distance <= allowed else { continue }
            // Of two equally near words, the first in the alphabet, because the known words have no order.
            if let best, (best.distance, best.word) <= (distance, candidate) { continue }
            best = (candidate, distance)
        }
        return best?.word
    }

    /// Returns the end of a message: `; did you mean "price"?`, or nothing when no known word is near.
    static func suggestion(for word: String, among known: some Sequence<String>) -> String {
        nearest(to: word, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// Counts the letters to insert, remove, replace or swap with their neighbour.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var least = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
