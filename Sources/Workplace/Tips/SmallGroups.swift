/// Which numbers about groups of people are not told, so that adding and subtracting the others tells of no small group.
enum SmallGroups {
    private static let few = 1..<TipStatistics.hiddenBelow

    // MARK: - A whole and its groups

    /// Which groups of a whole, whose size is told, are hidden: the small ones, and of the others the smallest, until those
    /// that are hidden are many together.
    static func hidden(in groups: [Int]) -> [Bool] {
        var hidden = groups.map(few.contains)
        guard hidden.contains(true) else { return hidden }
        while !canDiffer(groups.indices.filter { hidden[$0] }.map { groups[$0] }) {
            let told = groups.indices.filter { !hidden[$0] && groups[$0] > 0 }
            guard let smallest = told.min(by: { groups[$0] < groups[$1] }) else { break }
            hidden[smallest] = true
        }
        // Where no number is told, not even who has nobody is: of five people in five groups each would be told.
        let isNothingTold = zip(groups, hidden).allSatisfy { $0 == 0 || $1 }
        return isNothingTold ? groups.map { _ in true } : hidden
    }

    /// Whether hidden groups are many together; five people in five groups are one in each, since groups of nobody are told.
    private static func canDiffer(_ groups: [Int]) -> Bool {
        let people = groups.reduce(0, +)
        return people >= TipStatistics.hiddenBelow && people > groups.count
    }

    /// Which groups are told by themselves, and which ones only together: then they are at least two, and many.
    static func joined(_ sizes: [Int]) -> (alone: [Int], together: [Int]) {
        let bySize = sizes.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
        var (count, people) = (0, 0)
        while count < bySize.count {
            let next = sizes[bySize[count]]
            guard next < TipStatistics.hiddenBelow || few.contains(people) else { break }
            people += next
            count += 1
        }
        return (bySize[count...].sorted(), bySize[..<count].sorted())
    }

    // MARK: - A table

    /// Which cells of a table are hidden, whose rows are groups of many people, and whose columns are groups of the whole.
    ///
    /// All sums of rows are told, and those of columns that are not hidden in the whole. A column that is stays hidden,
    /// but where its row tells by the rest that it has nobody.
    static func hidden(in rows: [[Int]], under hiddenColumns: [Bool]) -> [[Bool]] {
        let told = hiddenColumns.indices.filter { !hiddenColumns[$0] }
        let rests = rows.map { row in zip(row, hiddenColumns).reduce(0) { $0 + ($1.1 ? $1.0 : 0) } }
        // The rest of each row can be told from what is told of it, as if it were a column.
        let rectangle = HiddenRectangle(
            in: zip(rows, rests).map { row, rest in told.map { row[$0] } + [rest] })
        return rows.indices.map { row in
            hiddenColumns.indices.map { column in
                let place = told.firstIndex(of: column)
                return rectangle.contains(row, place ?? told.count) || (place == nil && rests[row] > 0)
            }
        }
    }
}

/// The cells of a table that are hidden: where some rows cross some columns.
///
/// Each line of it has at least five people, and there are two rows and two columns at least. So what can be told by adding
/// and subtracting are the sums of its lines and nothing finer, and each cell may be any of six numbers and more: moving
/// people around a cycle of two rows and two columns keeps all sums.
private struct HiddenRectangle {
    private var rows: Set<Int>
    private var columns: Set<Int>

    /// The smallest one that has all the small cells, as far as taking one line after the other finds it.
    init(in table: [[Int]]) {
        let width = table.first?.count ?? 0
        let few = 1..<TipStatistics.hiddenBelow
        rows = Set(table.indices.filter { row in table[row].contains(where: few.contains) })
        columns = Set((0..<width).filter { column in table.contains { few.contains($0[column]) } })
        guard !rows.isEmpty else { return }
        let turned = (0..<width).map { column in table.map { $0[column] } }
        while true {
            if let column = Self.addition(to: columns, across: rows, of: table) {
                columns.insert(column)
            } else if let row = Self.addition(to: rows, across: columns, of: turned) {
                rows.insert(row)
            } else {
                return
            }
        }
    }

    func contains(_ row: Int, _ column: Int) -> Bool { rows.contains(row) && columns.contains(column) }

    /// The next column to be hidden, while there is only one or a row has few people in those that are.
    private static func addition(to columns: Set<Int>, across rows: Set<Int>, of table: [[Int]]) -> Int? {
        let short = rows.filter { row in
            columns.reduce(0) { $0 + table[row][$1] } < TipStatistics.hiddenBelow
        }
        guard columns.count < 2 || !short.isEmpty else { return nil }
        let helpful = short.isEmpty ? Array(table.indices) : Array(short)
        func people(_ column: Int) -> Int { rows.reduce(0) { $0 + table[$1][column] } }
        return (table.first?.indices ?? 0..<0)
            .filter { column in !columns.contains(column) && helpful.contains { table[$0][column] > 0 } }
            .min { people($0) < people($1) }
    }
}
