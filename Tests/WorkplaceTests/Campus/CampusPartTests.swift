import Essentials
import JSON
import Testing

@testable import Workplace

/// Documents of a site that began from another campus.
@Suite struct CampusPartTests {
    private static let site = SiteID("north").map(CampusPart.site)

    private func places(_ ids: [String], more: String = "") throws -> JSONValue {
        let cafes = ids.map { #"{"id": "\#($0)"}"# }.joined(separator: ",")
        return try JSONValue(parsing: Array(#"{"name": {}, "cafes": [\#(cafes)]\#(more)}"#.utf8))
    }

    @Test
    func `a café that left the campus leaves a document, and one that the document adds stays for the check`()
        throws
    {
        let part = try #require(Self.site)
        let (former, present) = (try places(["tea", "grill"]), try places(["grill", "new"]))
        let document = try places(["tea", "grill", "invented"], more: #", "spots": []"#)
        #expect(
            part.withoutFormerCafes(document, from: former, to: present)
                == (try places(["grill", "invented"], more: #", "spots": []"#)))
        #expect(part.withoutFormerCafes(document, from: former, to: former) == document)
    }

    @Test func `a document without places gets those from which it began, in the order of the file`() throws {
        let part = try #require(Self.site)
        let begun = try places(["tea"], more: #", "spots": []"#)
        let stored: JSONValue = ["name": ["en": "North"], "spots": [], "area": ["radius": 5]]
        guard case .object(let completed) = part.completed(stored, from: begun) else {
            Issue.record("no object")
            return
        }
        #expect(completed.members.map(\.name) == ["name", "cafes", "spots", "area"])
        #expect(completed["name"] == ["en": "North"] && completed["cafes"] == begun.at("cafes"))
        #expect(part.completed(begun, from: stored) == begun)
        let attendance = try #require(SiteID("north").map(CampusPart.attendance))
        #expect(attendance.completed(stored, from: begun) == stored)
    }
}
