extension RandomAccessCollection {
    /// The first place whose element the predicate holds for, where it holds for all after the first.
    ///
    /// - Complexity: O(log *n*).
    func firstPlace(where predicate: (Element) -> Bool) -> Index {
        var start = startIndex
        var length = count
        while length > 0 {
            let half = length / 2
            let middle = index(start, offsetBy: half)
            if predicate(self[middle]) {
                length = half
            } else {
                start = index(after: middle)
                length -= half + 1
            }
        }
        return start
    }
}
