import HTTPCore
import Testing

struct RequestIDTests {
    @Test(arguments: ["7F3K92AB", "018f-aa00-BBBB", String(repeating: "x", count: 64)])
    func `letters, digits and hyphens are a name`(text: String) {
        #expect(RequestID(text)?.text == text)
    }

    @Test(arguments: [
        "", "1234567", String(repeating: "x", count: 65), "ada@example.org", "two words", "line\nbreak",
        "ünicöde-x",
        "quote\"quote", "12345678\u{0}",
    ])
    func `anything else is none`(text: String) {
        #expect(RequestID(text) == nil)
    }

    @Test func `a source makes names that differ and can be read out`() {
        let source = RequestIDSource()
        let names = (0..<10_000).map { _ in source.next().text }
        #expect(Set(names).count == names.count)
        let digits = Set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        #expect(names.allSatisfy { $0.count == 8 && digits.isSuperset(of: $0) })
    }

    @Test func `an incident has the name of the request that is answered`() throws {
        struct Failure: Error {}
        let request = try #require(RequestID("7F3K92AB"))
        let incident = RequestID.$current.withValue(request) { HTTPIncident(cause: Failure()) }
        #expect(incident.identifier == "7F3K92AB")
        #expect(HTTPIncident(cause: Failure()).identifier.count == 16)
    }
}
