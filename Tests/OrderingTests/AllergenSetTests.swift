import Ordering
import Testing

struct AllergenSetTests {
    private let milkAndEggs: AllergenSet = [.milk, .eggs]
    private let eggsAndFish: AllergenSet = [.eggs, .fish]

    @Test(arguments: Allergen.allCases)
    func `each allergen has a place of its own`(allergen: Allergen) {
        let alone: AllergenSet = [allergen]
        #expect(alone.map(\.self) == [allergen])
        #expect(Allergen.allCases.filter { alone.contains($0) } == [allergen])
    }

    @Test
    func `it goes through its members in the order of their words`() {
        #expect(AllergenSet(Allergen.allCases.reversed()).map(\.self) == Allergen.allCases.sorted())
        #expect(AllergenSet().isEmpty)
    }

    @Test
    func `two sets are joined, intersected and compared`() {
        #expect(milkAndEggs.union(eggsAndFish) == [.fish, .milk, .eggs])
        #expect(milkAndEggs.intersection(eggsAndFish) == [.eggs])
        #expect(milkAndEggs.symmetricDifference(eggsAndFish) == [.milk, .fish])
        #expect(milkAndEggs.subtracting(eggsAndFish) == [.milk])
    }

    @Test
    func `a set can be changed in place`() {
        var set = milkAndEggs
        set.formUnion(eggsAndFish)
        set.formIntersection([.milk, .fish, .nuts])
        #expect(set == [.milk, .fish])
        set.formSymmetricDifference([.fish, .nuts])
        #expect(set == [.milk, .nuts])
    }

    @Test
    func `an allergen is new once and can be taken out once`() {
        var set = AllergenSet()
        let (first, second) = (set.insert(.milk), set.insert(.milk))
        #expect(first.inserted && !second.inserted)
        #expect(set.update(with: .milk) == .milk)
        #expect(set.update(with: .eggs) == nil)
        #expect(set.remove(.milk) == .milk)
        #expect(set.remove(.milk) == nil)
        #expect(set == [.eggs])
    }
}
