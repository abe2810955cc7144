import Testing

@testable import Outgoing

struct MailAddressTests {
    @Test(arguments: [
        "ada@example.org", "a@b.c", "ada.lovelace+tag@mail.example.org", "!#$%&'*+-/=?^_`{|}~@example.org",
        "a@xn--bcher-kva.example", "a@1.example", "A@a-b.example",
    ])
    func `an address keeps its letters`(text: String) throws {
        #expect(try MailAddress(text).description == text)
    }

    @Test func `a domain is written in lower case and the rest as it was`() throws {
        let address = try MailAddress("Ada@Example.ORG")
        #expect((address.localPart, address.domain) == ("Ada", "example.org"))
        #expect(address.masked == "A…@example.org")
    }

    @Test(arguments: [
        ("", MailAddressError.noSign), ("ada", .noSign), ("@example.org", .localPart), ("ada@", .domain),
        (".a@example.org", .localPart), ("a.@example.org", .localPart), ("a..b@example.org", .localPart),
        ("a b@example.org", .localPart), ("\"a\"@example.org", .localPart), ("a(b)@example.org", .localPart),
        ("a@b@example.org", .localPart), ("<a@example.org>", .localPart), ("a\r\nb@example.org", .localPart),
        ("a\u{0}@example.org", .localPart), ("ä@example.org", .internationalLocalPart),
        ("a@bücher.example", .internationalDomain), ("a@localhost", .domainWithoutDot),
        ("a@[127.0.0.1]", .domain), ("a@127.0.0.1", .domain), ("a@-a.example", .domain),
        ("a@a-.example", .domain), ("a@a..example", .domain), ("a@example.", .domain),
        ("a@exa_mple.org", .domain), ("a@example.org\r\nRCPT TO:<b@example.org>", .localPart),
        ("a@example.org\r\n", .domain), ("a@example.org ", .domain),
    ])
    func `what mail servers do not agree on is refused`(text: String, error: MailAddressError) {
        #expect(throws: error) { try MailAddress(text) }
    }

    @Test func `the parts have limits`() throws {
        let long = String(repeating: "a", count: 64)
        #expect(try MailAddress("\(long)@example.org").localPart == long)
        #expect(throws: MailAddressError.localPartTooLong) { try MailAddress("\(long)a@example.org") }
        #expect(throws: MailAddressError.domain) { try MailAddress("a@\(long).example") }
        let domain = String(repeating: "a.", count: 125) + "aa"
        #expect(try MailAddress("a@\(domain)").domain == domain)
        #expect(throws: MailAddressError.tooLong) { try MailAddress("aa@\(domain)") }
    }

    @Test func `a domain without a dot can be allowed by name`() throws {
        #expect(try MailAddress("root@Intranet", allowedDomains: ["INTRANET"]).domain == "intranet")
        #expect(throws: MailAddressError.domainWithoutDot) {
            try MailAddress("root@other", allowedDomains: ["intranet"])
        }
    }

    @Test func `each mistake has a code of its own and a sentence`() {
        let errors = MailAddressError.allCases
        #expect(Set(errors.map(\.code)).count == errors.count)
        #expect(errors.allSatisfy { $0.description.hasSuffix(".") })
    }
}
