/// Numbers as a reader gets them, with whatever else could be there instead: everything that has the same sums.
struct PublishedTable {
    /// What is told; `nil` is hidden.
    let cells: [[Int?]]
    /// The sum of each row.
    let rowSums: [Int]
    /// The sum of each column, where it is told.
    let columnSums: [Int?]
    /// The least that a hidden number can be.
    var least = 0

    /// Which numbers a hidden cell can be, tried out one after the other until there are enough of them.
    func values(ofRow row: Int, column: Int, enough: Int = 6) -> [Int] {
        guard cells[row][column] == nil else { return [] }
        var found: [Int] = []
        for value in least...max(rowSums[row], least) where found.count < enough {
            var guess = cells
            guess[row][column] = value
            if isPossible(guess) { found.append(value) }
        }
        return found
    }

    /// Whether what is hidden can be filled in so that all sums come out.
    ///
    /// It can exactly if no rows have more left than the columns take in which they have something hidden, and no columns more
    /// than the rows give (Gale 1957). Columns whose sum is not told take anything.
    private func isPossible(_ guess: [[Int?]]) -> Bool {
        let rows = rowSums.indices.map { row in
            rowSums[row] - guess[row].reduce(0) { $0 + ($1 ?? least) }
        }
        let columns = columnSums.indices.map { column in
            columnSums[column].map { sum in sum - guess.reduce(0) { $0 + ($1[column] ?? least) } }
        }
        let open = guess.map { $0.map { $0 == nil } }
        let turned = columns.indices.map { column in open.map { $0[column] } }
        return Self.fits(rows.map { $0 }, into: columns, through: open)
            && Self.fits(columns, into: rows.map { $0 }, through: turned)
    }

    /// Whether each choice of lines has room in the lines that it crosses where something is open; `nil` asks for nothing, and
    /// has room for anything.
    private static func fits(_ lines: [Int?], into others: [Int?], through open: [[Bool]]) -> Bool {
        guard lines.allSatisfy({ ($0 ?? 0) >= 0 }) else { return false }
        let asking = lines.indices.filter { lines[$0] != nil }
        return (0..<1 << asking.count).allSatisfy { choice in
            let chosen = asking.indices.filter { choice >> $0 & 1 == 1 }.map { asking[$0] }
            let crossed = others.indices.filter { other in chosen.contains { open[$0][other] } }
            if crossed.contains(where: { others[$0] == nil }) { return true }
            return chosen.reduce(0) { $0 + (lines[$1] ?? 0) } <= crossed.reduce(0) { $0 + (others[$1] ?? 0) }
        }
    }
}
