/// Finds the word that was probably meant.
package enum Suggestion {
    /// Returns the candidate that is nearest to a word, if one is near enough to be a slip.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of word and candidate, for each candidate.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        let tolerated = max(1, best.candidate.count / 3)
        return best.distance <= tolerated ? best.candidate : nil
    }

    /// Counts the insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    static func distance(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        var beforePrevious: [Int] = []
        var previous = Array(0...second.count)
        for (row, left) in first.enumerated() {
            var current = [row + 1]
            for (column, right) in second.enumerated() {
                let replaced = previous[column] + (left == right ? 0 : 1)
                var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left == second[column - 1], first[row - 1] == right {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[second.count]
    }
}
