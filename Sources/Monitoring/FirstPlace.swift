extension RandomAccessCollection {
    /// The first index at which the predicate holds, if it also holds for all later elements.
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
