import Essentials
import Foundation
import JSON
import Ordering
import Testing

@testable import Workplace

/// The demo campus has what the product shows with it.
@Suite struct CampusDemoTests {
    private let campus: Campus

    init() throws {
        campus = try CampusFile.read(try CampusSample.demo(), name: "demo-campus.json")
    }

    @Test func `four sites have cafés in four currencies and time zones of their own`() {
        #expect(campus.sites.count == 4)
        #expect(Set(campus.cafes.map(\.currency.code)) == ["EUR", "USD", "JPY", "UYU"])
        #expect(Set(campus.sites.map(\.zone)).count == 4)
        #expect(campus.cafes.allSatisfy { campus.site($0.site)?.zone == $0.zone })
    }

    @Test func `two cafés of one site are 30 to 100 metres apart`() {
        let distances = campus.sites.filter { $0.cafePoints.count == 2 }.map { site in
            let points = site.cafePoints.values.map { $0 }
            return metres(from: points[0], to: points[1])
        }
        #expect(distances.contains { (30...100).contains($0) })
    }

    private func metres(from one: GeographicPoint, to other: GeographicPoint) -> Double {
        let metresPerDegree = 111_320.0
        let north = (one.latitude - other.latitude) * metresPerDegree
        let east = (one.longitude - other.longitude) * metresPerDegree * cos(one.latitude * .pi / 180)
        return (north * north + east * east).squareRoot()
    }

    @Test func `each site has a major and each spot of it a minor of its own`() {
        #expect(Set(campus.sites.map(\.major)).count == campus.sites.count)
        for site in campus.sites {
            #expect(!site.spots.isEmpty)
            #expect(Set(site.spots.map(\.minor)).count == site.spots.count)
        }
    }

    @Test func `each café has a spot, a kitchen display and a status board`() {
        let spots = Set(campus.sites.flatMap(\.spots).map(\.kind))
        for cafe in campus.cafes {
            let roles = campus.devices.filter { $0.cafe == cafe.id }.map(\.role)
            #expect(Set(roles).isSuperset(of: [.kitchen, .board]), "\(cafe.id)")
            #expect(spots.contains(.cafe(cafe.id)), "\(cafe.id)")
        }
    }

    @Test func `menus have a required choice, unknown allergens, a traced allergen and a counted item`() {
        let items = campus.cafes.flatMap(\.menu.sections).flatMap(\.items)
        #expect(items.contains { $0.groups.contains { $0.minimum > 0 } })
        #expect(items.contains { !$0.allergens.isComplete })
        #expect(items.contains { !$0.allergens.mayContain.isEmpty })
        #expect(items.contains { $0.hasCountedStock })
    }

    @Test func `exactly the items that are counted have a stock to begin with`() {
        for cafe in campus.cafes {
            let counted = cafe.menu.sections.flatMap(\.items).filter(\.hasCountedStock).map(\.id)
            #expect(Set(campus.initialStock[cafe.id, default: [:]].keys) == Set(counted), "\(cafe.id)")
        }
    }

    @Test func `tax is included at one café and added at another`() {
        #expect(Set(campus.cafes.map(\.taxRules.mode)) == [.included, .added])
    }

    @Test func `people have the roles and the accounts that a lunch needs`() {
        let roles = campus.people.reduce(into: Set<Role>()) { $0.formUnion($1.roles) }
        #expect(roles == [.employee, .cook, .manager, .approver, .administrator])
        let currencies = Set(campus.cafes.map(\.currency))
        let diner = campus.people.first { person in
            person.roles.contains(.employee) && Set(person.openingBalances.map(\.currency)) == currencies
        }
        #expect(diner != nil)
    }

    @Test func `every text is there in English and Japanese`() throws {
        let english = try #require(LanguageTag("en"))
        let japanese = try #require(LanguageTag("ja"))
        let texts = campus.texts
        #expect(texts.count > 200)
        for text in texts {
            #expect(Set(text.texts.keys).isSuperset(of: [english, japanese]), "\(text)")
        }
    }
}

extension Campus {
    /// Every text for people in the campus.
    fileprivate var texts: [LocalizedText] {
        let items = cafes.flatMap(\.menu.sections).flatMap(\.items)
        let groups = items.flatMap(\.groups)
        var texts = [organisation.name] + sites.map(\.name) + sites.flatMap(\.spots).map(\.name)
        texts += cafes.map(\.name) + cafes.flatMap(\.stations).map(\.name) + devices.map(\.name)
        texts += cafes.flatMap(\.menu.sections).map(\.name) + items.map(\.name) + items.compactMap(\.summary)
        return texts + groups.map(\.name) + groups.flatMap(\.choices).map(\.name)
    }
}
