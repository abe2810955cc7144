/// A set of allergens, in the order of their words.
///
/// Each line of an order holds two sets, so a set is one number; union and comparison are single operations.
public struct AllergenSet: SetAlgebra, Hashable, Sendable {
    /// The allergens in the order of the bits.
    private static let members = Allergen.allCases.sorted()

    private var bits: UInt16 = 0

    /// Makes a set without members.
    public init() {}

    private static func bit(of allergen: Allergen) -> UInt16 {
        guard let place = members.firstIndex(of: allergen) else {
            preconditionFailure("\(allergen) has no place in a set")
        }
        return 1 << place
    }

    /// Tells whether an allergen is in the set.
    public func contains(_ member: Allergen) -> Bool { bits & Self.bit(of: member) != 0 }

    /// Adds an allergen and tells whether it is new.
    @discardableResult
    public mutating func insert(
        _ newMember: Allergen
    ) -> (inserted: Bool, memberAfterInsert: Allergen) {
        let isNew = !contains(newMember)
        bits |= Self.bit(of: newMember)
        return (isNew, newMember)
    }

    /// Adds an allergen and returns it when it was there before.
    @discardableResult
    public mutating func update(with newMember: Allergen) -> Allergen? {
        insert(newMember).inserted ? nil : newMember
    }

    /// Removes an allergen, and returns it if it was in the set.
    @discardableResult
    public mutating func remove(_ member: Allergen) -> Allergen? {
        guard contains(member) else { return nil }
        bits &= ~Self.bit(of: member)
        return member
    }

    /// The allergens that are in either set.
    public func union(_ other: AllergenSet) -> AllergenSet { AllergenSet(bits: bits | other.bits) }

    /// The allergens that are in both sets.
    public func intersection(_ other: AllergenSet) -> AllergenSet { AllergenSet(bits: bits & other.bits) }

    /// The allergens that are in one of the sets only.
    public func symmetricDifference(_ other: AllergenSet) -> AllergenSet {
        AllergenSet(bits: bits ^ other.bits)
    }

    /// Adds the allergens of another set.
    public mutating func formUnion(_ other: AllergenSet) { self = union(other) }

    /// Keeps the allergens that are also in another set.
    public mutating func formIntersection(_ other: AllergenSet) { self = intersection(other) }

    /// Keeps the allergens that are in only one of the sets.
    public mutating func formSymmetricDifference(_ other: AllergenSet) { self = symmetricDifference(other) }

    private init(bits: UInt16) { self.bits = bits }
}

extension AllergenSet: Sequence {
    /// Goes through the allergens in the order of their words.
    public struct Iterator: IteratorProtocol, Sendable {
        fileprivate var rest: UInt16

        /// The next allergen; `nil` after the last.
        public mutating func next() -> Allergen? {
            guard rest != 0 else { return nil }
            // Clears the lowest bit.
            defer { rest &= rest - 1 }
            return AllergenSet.members[rest.trailingZeroBitCount]
        }
    }

    /// Makes an iterator from the first word on.
    public func makeIterator() -> Iterator { Iterator(rest: bits) }
}
