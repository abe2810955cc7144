import Testing

@testable import Workplace

@Suite struct CampusSpellingTests {
    private let known = ["name", "price", "station", "stations", "summary"]

    @Test(arguments: [
        ("prise", "price"), ("pirce", "price"), ("sumary", "summary"), ("statoin", "station"),
        ("nmae", "name"),
        ("stationss", "stations"),
    ])
    func `a misspelled word finds the intended one`(word: String, meant: String) {
        #expect(Spelling.nearest(to: word, among: known) == meant)
    }

    @Test(arguments: ["", "id", "na", "colour", "prixxe-list", "summarised"])
    func `a word that is far from all known words finds none`(word: String) {
        #expect(Spelling.nearest(to: word, among: known) == nil)
    }

    @Test func `of words that are equally near the first of the alphabet is found`() {
        #expect(Spelling.nearest(to: "cat", among: ["hat", "bat"]) == "bat")
        #expect(Spelling.nearest(to: "cat", among: ["bat", "hat"]) == "bat")
    }
}
