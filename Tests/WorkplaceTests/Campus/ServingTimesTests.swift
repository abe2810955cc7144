import Essentials
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct ServingTimesTests {
    @Test func `C16 a menu says until when an item is served, and from when again`() async throws {
        try await withCafes { cafes in
            let grill = try #require(try cafes.campuses.inForce().cafe(CafesFixture.grill))
            let soup = try #require(grill.menu.item(CafesFixture.soup))
            let burger = try #require(grill.menu.item(CafesFixture.burger))
            let noon = cafes.clock.timestamp
            let atNoon = cafes.campuses.servingTimes(of: grill, at: noon)
            #expect(atNoon.status(of: burger) == .always)
            let status = atNoon.status(of: soup)
            #expect(!status.isServed)
            let next = try #require(status.servedAt)
            #expect(next > noon)

            #expect(atNoon.holds(for: grill, at: next.advanced(by: .milliseconds(-1))))
            #expect(!atNoon.holds(for: grill, at: next))
            let later = cafes.campuses.servingTimes(of: grill, at: next)
            #expect(later.status(of: soup).isServed)
            let end = try #require(later.status(of: soup).servedUntil)
            #expect(end == next.advanced(by: .seconds(3_600 * 7 / 2)))
            // The clock of a server may be set back.
            #expect(!later.holds(for: grill, at: noon))
        }
    }
}
