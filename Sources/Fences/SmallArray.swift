/// A list whose first element is stored inline, because most lists have one element; it needs no allocation.
struct SmallArray<Element> {
    /// The first element; a filler while the list is empty.
    private var first: Element
    private var rest: [Element] = []
    /// How many elements there are.
    private(set) var count = 0

    /// Makes an empty list.
    ///
    /// - Parameter filler: A value for the place of the first element; it is never read.
    init(filler: Element) { first = filler }

    mutating func append(_ element: Element) {
        if count == 0 { first = element } else { rest.append(element) }
        count += 1
    }

    /// Changes an element in place.
    mutating func update<Result>(_ index: Int, _ change: (inout Element) -> Result) -> Result {
        precondition(indices.contains(index), "element \(index) of \(count)")
        return index == 0 ? change(&first) : change(&rest[index - 1])
    }

    /// Reads an element in place.
    func withElement<Result>(_ index: Int, _ look: (Element) -> Result) -> Result {
        precondition(index >= 0 && index < count, "element \(index) of \(count)")
        return index == 0 ? look(first) : look(rest[index - 1])
    }

    /// Removes an element; later elements move up.
    mutating func remove(at index: Int) {
        precondition(indices.contains(index), "element \(index) of \(count)")
        if index > 0 {
            rest.remove(at: index - 1)
        } else if count > 1 {
            first = rest.removeFirst()
        }
        count -= 1
    }

    /// Removes the elements for which a closure returns `true`.
    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        rest.removeAll(where: isUnwanted)
        let hasFirst = count > 0 && !isUnwanted(first)
        count = rest.count + (count > 0 ? 1 : 0)
        if count > 0, !hasFirst { remove(at: 0) }
    }
}

extension SmallArray: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count, "element \(index) of \(count)")
        return index == 0 ? first : rest[index - 1]
    }
}

extension SmallArray: Sendable where Element: Sendable {}
