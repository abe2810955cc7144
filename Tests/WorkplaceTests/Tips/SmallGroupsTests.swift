import TestSupport
import Testing

@testable import Workplace

struct SmallGroupsTests {
    // MARK: - A whole and its groups

    // A hidden number that is the rest of those that are told would be told with them.
    @Test(
        arguments: [
            ([10, 3], [nil, nil]), ([10, 6, 3], [10, nil, nil]), ([10, 6, 3, 2], [10, 6, nil, nil]),
            ([10, 6], [10, 6]), ([3], [nil]), ([0, 0], [0, 0]), ([], []), ([10, 6, 0], [10, 6, 0]),
            ([10, 6, 3, 0], [10, nil, nil, 0]),
            // Nothing is told but that one has nobody, so that this is not told either.
            ([10, 0, 2], [nil, nil, nil]),
            ([1, 1, 1, 1, 9], [nil, nil, nil, nil, nil]),
            // Five people in five groups are one in each.
            ([1, 1, 1, 1, 1, 9], [nil, nil, nil, nil, nil, nil]),
            ([2, 1, 1, 1, 1, 9], [nil, nil, nil, nil, nil, 9]),
        ] as [([Int], [Int?])])
    func `a hidden group cannot be told as the rest`(groups: [Int], shown: [Int?]) {
        #expect(TipStatistics.shown(groups) == shown)
    }

    @Test(arguments: UInt64(0)..<200)
    func `what is hidden of a whole may be any of several numbers, also for who knows that it is not zero`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let groups = (0..<Int(random.next() % 5 + 2)).map { _ in Int(random.next() % 9) }
        let whole = groups.reduce(0, +)
        let shown = TipStatistics.shown(groups)
        #expect(zip(groups, shown).allSatisfy { $1 == nil || ($1 == $0 && !(1..<5).contains($0)) })
        guard whole >= 5 else { return }
        var published = PublishedTable(
            cells: [shown], rowSums: [whole], columnSums: groups.map { _ in nil })
        for least in [0, shown.contains { ($0 ?? 0) > 0 } ? 1 : 0] {
            published.least = least
            for column in groups.indices where shown[column] == nil {
                let values = published.values(ofRow: 0, column: column)
                #expect(values.count >= (least == 0 ? 6 : 2), "\(groups) as \(shown): \(values)")
            }
        }
    }

    // MARK: - Joining

    @Test(
        arguments: [
            ([40, 12], [0, 1], []), ([40, 2, 12, 3], [0, 2], [1, 3]), ([40, 3, 12], [0], [1, 2]),
            ([40, 3], [], [0, 1]), ([3, 3], [], [0, 1]), ([7], [0], []), ([2], [], [0]), ([], [], []),
        ] as [([Int], [Int], [Int])])
    func `small groups are joined, with the smallest of the others while they are few`(
        sizes: [Int], alone: [Int], together: [Int]
    ) {
        let joined = SmallGroups.joined(sizes)
        #expect(joined.alone == alone)
        #expect(joined.together == together)
    }

    // MARK: - A table

    @Test func `where no cell is small, all are told`() {
        let hidden = SmallGroups.hidden(
            in: [[10, 0, 6], [5, 7, 0]], under: [false, false, false])
        #expect(hidden == [[false, false, false], [false, false, false]])
    }

    @Test func `around small cells a rectangle is hidden, and the rows and columns beside it are told`() {
        // Two in the first row, one in the second: both columns are hidden there, and nothing else.
        let rows = [[2, 10, 20, 8], [14, 1, 5, 5], [9, 9, 9, 0]]
        let hidden = SmallGroups.hidden(in: rows, under: [false, false, false, false])
        let expected = [
            [true, true, false, false], [true, true, false, false], [false, false, false, false],
        ]
        #expect(hidden == expected)
    }

    @Test func `a column that is hidden in the whole is told of no group that may have somebody in it`() {
        // The whole hides the first two columns, and the last row tells by the rest that it has nobody there.
        let hidden = SmallGroups.hidden(in: [[3, 6, 9], [0, 0, 8]], under: [true, true, false])
        #expect(hidden == [[true, true, false], [false, false, false]])
    }

    @Test func `what a reader can work out of a table is found by the tests`() {
        // A number that is hidden by itself is the rest.
        let single = PublishedTable(
            cells: [[4, 6], [3, nil]], rowSums: [10, 5], columnSums: [7, 8])
        #expect(single.values(ofRow: 1, column: 1) == [2])
        let square = PublishedTable(
            cells: [[nil, nil], [nil, nil]], rowSums: [4, 9], columnSums: [6, 7])
        #expect(square.values(ofRow: 0, column: 0) == [0, 1, 2, 3, 4])
        #expect(square.values(ofRow: 1, column: 0) == [2, 3, 4, 5, 6])
        // Two squares beside each other with one cell between them, which both tell.
        let bridge = PublishedTable(
            cells: [
                [nil, nil, 0, 0], [nil, nil, nil, 0], [0, 0, nil, nil], [0, 0, nil, nil],
            ], rowSums: [5, 8, 5, 5], columnSums: [5, 5, 8, 5])
        #expect(bridge.values(ofRow: 1, column: 2) == [3])
        let open = PublishedTable(cells: [[nil, nil]], rowSums: [2], columnSums: [nil, nil])
        #expect(open.values(ofRow: 0, column: 0) == [0, 1, 2])
    }

    @Test(arguments: UInt64(0)..<300)
    func `no hidden cell of a table can be told from the others and the sums`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let width = Int(random.next() % 3 + 2)
        let rows = (0..<Int(random.next() % 3 + 2)).map { _ in
            var row = (0..<width).map { _ in random.next() % 3 == 0 ? 0 : Int(random.next() % 9) }
            row[Int(random.next() % UInt64(width))] += max(5 - row.reduce(0, +), 0)
            return row
        }
        let sums = (0..<width).map { column in rows.reduce(0) { $0 + $1[column] } }
        let whole = SmallGroups.hidden(in: sums)
        let hidden = SmallGroups.hidden(in: rows, under: whole)
        let cells = rows.indices.map { row in zip(rows[row], hidden[row]).map { $1 ? nil : $0 } }
        let published = PublishedTable(
            cells: cells, rowSums: rows.map { $0.reduce(0, +) },
            columnSums: zip(sums, whole).map { $1 ? nil : $0 })
        for row in rows.indices {
            for column in 0..<width {
                if let told = cells[row][column] {
                    #expect(told == rows[row][column] && !(1..<5).contains(told))
                } else {
                    let values = published.values(ofRow: row, column: column)
                    #expect(values.count >= 6, "\(rows) as \(cells), \(row) \(column): \(values)")
                }
            }
        }
    }
}
