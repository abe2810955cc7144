import Foundation
import JSON
import Testing
import Workplace
import WorkplaceClient

@testable import vicinity

struct CampusPlanTests {
    private static let places = [
        CampusPlan.Place(site: "north", doors: ["front", "back"], cafes: ["grill", "bar"]),
        CampusPlan.Place(site: "south", doors: ["gate"], cafes: []),
    ]

    private func plan(people: Int = 200, seed: UInt64 = 7) -> CampusPlan {
        CampusPlan(people: people, duration: .seconds(3_600), places: Self.places, seed: seed)
    }

    @Test
    func `the same seed gives the same plan, and another seed another one`() {
        #expect(plan() == plan())
        #expect(plan() != plan(seed: 8))
    }

    @Test
    func `more people do not change what the first ones do`() {
        #expect(Array(plan(people: 300).people.prefix(200)) == plan().people)
    }

    @Test
    func `steps are in the order of their times and within the duration`() {
        for steps in plan().people {
            #expect(steps.map(\.at) == steps.map(\.at).sorted())
            #expect(steps.allSatisfy { (.zero...(.seconds(3_600))).contains($0.at) })
        }
    }

    @Test
    func `a person enters, clocks in, orders at their site, clocks out and leaves`() throws {
        let north = try #require(plan().people.first { $0.count == 6 }).map(\.action)
        guard case .cross(let door, true) = north[0], case .punch("in", "north") = north[1],
            case .openMenu(let cafe) = north[2], case .order(let wish) = north[3],
            case .punch("out", "north") = north[4], case .cross(_, false) = north[5]
        else {
            Issue.record("\(north) is in another order")
            return
        }
        #expect(["front", "back"].contains(door) && ["grill", "bar"].contains(cafe) && wish.cafe == cafe)
    }

    @Test
    func `nobody orders at a site without cafés`() {
        let south = plan().people.filter { $0.contains { $0.action == .punch(kind: "in", site: "south") } }
        #expect(!south.isEmpty && south.allSatisfy { $0.count == 4 })
    }

    @Test
    func `most orders are around the middle`() {
        let times = plan(people: 2_000).people.joined().compactMap { step -> Double? in
            if case .order = step.action { step.at / .seconds(3_600) } else { nil }
        }
        #expect(times.allSatisfy { 0.3...0.7 ~= $0 })
        #expect(Double(times.count { 0.4...0.6 ~= $0 }) > 0.7 * Double(times.count))
    }

    @Test(arguments: [1, 250, 251, 1_500])
    func `the campus file for a simulation is read without mistakes`(people: Int) throws {
        let file = CampusFileForSimulation(people: people)
        let campus = try CampusFile.read(file.content.bytes, name: "simulated")
        #expect(campus.people.count == people)
        #expect(campus.cafes.count == (people + 249) / 250)
        #expect(campus.devices.count == campus.cafes.count)
    }

    @Test
    func `a menu offers what is served and not sold out, with the choices that it suggests`() throws {
        let menu = try JSONValue(
            parsing: Array(
                #"""
                {"sections": [{"items": [
                {"id": "tea", "soldOut": false, "groups": [{"defaults": ["green"]}, {"defaults": []}]},
                {"id": "cake", "soldOut": true, "groups": []},
                {"id": "eggs", "soldOut": false, "isServed": false, "groups": []}]}]}
                """#.utf8))
        #expect(try menu.reading(MenuDish.list) == [MenuDish(item: "tea", choices: ["green"])])
    }
}
