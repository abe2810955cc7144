import Testing

@testable import TipEngine

struct TextTests {
    @Test func `TD22: a text is resolved in the reader's language, along a declared chain`() {
        var catalogue = TextCatalogue(fallbacks: ["en"])
        catalogue.add(["%@ is open": "%@ ist offen", "Hello": "Hallo"], language: "de")
        catalogue.add(
            ["%@ is open": "%@ is now open", "Only": "Only here", "%@ to %@": "%2$@ from %1$@"],
            language: "en")
        let text = Text("\("Fork") is open")
        #expect(text.resolved(in: ["de-AT", "en"], from: catalogue) == "Fork ist offen")
        #expect(text.resolved(in: ["fr"], from: catalogue) == "Fork is now open")
        #expect(Text("Only").resolved(in: ["de"], from: catalogue) == "Only here")
        #expect(Text("\("a") to \("b")").resolved(in: ["en"], from: catalogue) == "b from a")
        #expect(text.resolved(in: ["de"]) == "Fork is open")
    }

    @Test func `TD22: numbers, percent signs and computed texts`() {
        #expect(Text("\(3) of 100%").resolved() == "3 of 100%")
        #expect(Text("100% sure").resolved() == "100% sure")
        let computed = "50% off"
        #expect(Text(computed).resolved() == "50% off")
        #expect((Text("a") + Text(verbatim: "%@")).resolved() == "a%@")
    }
}
