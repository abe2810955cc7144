/// A list that mostly has one element, which lies in the list itself: no memory is allocated for it.
struct SmallArray<Element> {
    /// The first element; while the list is empty, any other.
    private var first: Element
    private var rest: [Element] = []
    /// How many elements there are.
    private(set) var count = 0

    /// Makes an empty list.
    ///
    /// - Parameter filler: What lies where the first element will; it is never read.
    init(filler: Element) { first = filler }

    mutating func append(_ element: Element) {
        if count == 0 { first = element } else { rest.append(element) }
        count += 1
    }

    /// Changes an element in its place.
    mutating func update<Result>(_ index: Int, _ change: (inout Element) -> Result) -> Result {
        precondition(indices.contains(index), "element \(index) of \(count)")
        return index == 0 ? change(&first) : change(&rest[index - 1])
    }

    /// Looks at an element in its place.
    func withElement<Result>(_ index: Int, _ look: (Element) -> Result) -> Result {
        precondition(index >= 0 && index < count, "element \(index) of \(count)")
        return index == 0 ? look(first) : look(rest[index - 1])
    }

    /// Removes an element; those behind it move up.
    mutating func remove(at index: Int) {
        precondition(indices.contains(index), "element \(index) of \(count)")
        if index > 0 {
            rest.remove(at: index - 1)
        } else if count > 1 {
            first = rest.removeFirst()
        }
        count -= 1
    }

    /// Removes the elements that a closure asks for.
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
