import Essentials
import Ordering
import Testing

struct DietTests {
    @Test
    func `vegan implies vegetarian, and no other diet implies one`() {
        #expect(Set<Diet>([.vegan]).closure == [.vegan, .vegetarian])
        #expect(Set<Diet>([.vegetarian, .halal]).closure == [.vegetarian, .halal])
        #expect(soup().diets == nil)
    }

    @Test(
        arguments: [
            ([.vegan], [.milk], true), ([.vegan], [.gluten, .nuts], false),
            ([.vegetarian], [.milk, .eggs], false),
            ([.vegetarian], [.fish], true), ([.kosher], [.crustaceans], true), ([.halal], [.molluscs], false),
        ] as [(Set<Diet>, AllergenSet, Bool)])
    func `a diet that an ingredient contradicts is a mistake`(
        diets: Set<Diet>, contained: AllergenSet, isWrong: Bool
    ) {
        let statement = AllergenStatement.declared(contains: contained, mayContain: [])
        #expect((diets.contradiction(with: statement) != nil) == isWrong)
        let traces = AllergenStatement.declared(contains: [], mayContain: contained)
        #expect(diets.contradiction(with: traces) == nil)
    }

    @Test
    func `a café refuses contradicted diets, negative energy and impossible defaults`() {
        let group = ChoiceGroup(
            id: id("milk"), name: text("Milk"), minimum: 1, maximum: 1,
            choices: [
                Choice(
                    id: id("whole"), name: text("Whole"), price: euros(0),
                    allergens: .declared(contains: [.milk], mayContain: []), diets: [.vegan],
                    kilocalories: -1)
            ], defaults: [id("oat")])
        let error = #expect(throws: CafeRefusal.self) {
            try cafe(items: [latte(groups: [group])])
        }
        #expect(
            error?.mistakes.map(\.reason) == [
                .impossibleDefaults, .negativeKilocalories, .contradictedDiet(.vegan, by: .milk),
            ])
    }
}
