/// The numbers of the areas that a device is in; up to three.
struct FenceMemberships {
    private(set) var first = none
    private(set) var second = none
    private(set) var third = none
    /// Whether all added areas had room.
    private(set) var areComplete = true

    /// Makes an empty value.
    init() {}

    init(_ first: UInt32, _ second: UInt32, _ third: UInt32) {
        (self.first, self.second, self.third) = (first, second, third)
    }

    /// Adds an area; a fourth one has no room.
    @inline(__always)
    mutating func add(_ number: UInt32) {
        areComplete = areComplete && third == Self.none
        (first, second, third) = (number, first, second)
    }

    /// Removes an area.
    ///
    /// - Returns: Whether it was in the value.
    @inline(__always)
    mutating func remove(_ number: UInt32) -> Bool {
        if first == number {
            first = Self.none
        } else if second == number {
            second = Self.none
        } else if third == number {
            third = Self.none
        } else {
            return false
        }
        return true
    }

    /// Calls a closure for each area.
    @inline(__always)
    func forEach(_ body: (UInt32) -> Void) {
        if first != Self.none { body(first) }
        if second != Self.none { body(second) }
        if third != Self.none { body(third) }
    }

    private static let none = UInt32.max
}
