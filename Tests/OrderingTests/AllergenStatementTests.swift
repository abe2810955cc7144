import Ordering
import Testing

struct AllergenStatementTests {
    @Test
    func `C19: the fourteen of the European Union and the nine of the United States are representable`() {
        #expect(
            Allergen.europeanUnion.map(\.rawValue).sorted() == [
                "celery", "crustaceans", "eggs", "fish", "gluten", "lupin", "milk", "molluscs", "mustard",
                "nuts",
                "peanuts", "sesame", "soybeans", "sulphites",
            ])
        #expect(
            Allergen.unitedStates.sorted().map(\.rawValue) == [
                "crustaceans", "eggs", "fish", "milk", "nuts", "peanuts", "sesame", "soybeans", "wheat",
            ])
    }

    @Test
    func `C19: contained, possible, absent and unknown are four different things`() {
        let declared = AllergenStatement.declared(contains: [.milk], mayContain: [.nuts])
        #expect(declared.presence(of: .milk) == .contained)
        #expect(declared.presence(of: .nuts) == .possible)
        #expect(declared.presence(of: .fish) == .absent)
        #expect(AllergenStatement.unknown.presence(of: .fish) == .unknown)
        #expect(AllergenStatement.unknown != .declared(contains: [], mayContain: []))
    }

    @Test(arguments: Allergen.allCases)
    func `C18: an unknown part leaves nothing declared absent and keeps what the other part contains`(
        allergen: Allergen
    ) {
        let whole = AllergenStatement.declared(contains: [.milk], mayContain: [.nuts]).union(.unknown)
        #expect(!whole.isComplete)
        #expect(whole.presence(of: allergen) != .absent)
        #expect(whole.presence(of: .milk) == .contained)
        #expect(whole == AllergenStatement.unknown.union(.declared(contains: [.milk], mayContain: [.nuts])))
    }

    @Test
    func `C18: what one part contains is no longer a trace of the whole`() {
        let whole = AllergenStatement.declared(contains: [.eggs], mayContain: [.milk, .fish])
            .union(.declared(contains: [.milk], mayContain: [.eggs]))
        #expect(whole == .declared(contains: [.eggs, .milk], mayContain: [.fish]))
    }

    @Test
    func `wheat stands for gluten, and gluten leaves wheat open`() {
        let wheat = AllergenStatement.declared(contains: [.wheat], mayContain: [])
        #expect(wheat.presence(of: .gluten) == .contained)
        #expect(
            AllergenStatement.declared(contains: [], mayContain: [.wheat]).presence(of: .gluten) == .possible)
        #expect(
            AllergenStatement.declared(contains: [.gluten], mayContain: []).presence(of: .wheat) == .possible)
        #expect(
            AllergenStatement.declared(contains: [], mayContain: [.gluten]).presence(of: .wheat) == .possible)
    }
}
