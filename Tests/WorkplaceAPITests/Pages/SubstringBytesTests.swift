import Testing

@testable import WorkplaceAPI

struct SubstringBytesTests {
    @Test func `bytes are found where they stand first, also beside letters of several bytes`() throws {
        let text = "<p>メニュー {{Menu}} {{Café}}</p>"
        let found = try #require(text[...].firstRange(ofBytesOf: "{{"))
        let rest = text[found.upperBound...]
        #expect(rest.hasPrefix("Menu}}"))
        let next = try #require(rest.firstRange(ofBytesOf: "{{"))
        #expect(rest[..<next.lowerBound] == "Menu}} ")
        #expect(rest[next.upperBound...] == "Café}}</p>")
    }

    @Test(arguments: ["", "{", "{ {", "}}"])
    func `bytes that are not there are not found`(_ text: String) {
        #expect(!text[...].hasBytes(of: "{{"))
    }

    @Test(arguments: ["a{{", "{x{{", "aab{{"])
    func `bytes at the end are found behind a beginning that came to nothing`(_ text: String) throws {
        let found = try #require(text[...].firstRange(ofBytesOf: "{{"))
        #expect(found.upperBound == text.endIndex)
    }
}
