import Essentials
import Foundation
import JSON
import Testing
import Workplace

@testable import vicinity

struct LunchPlanTests {
    @Test
    func `a whole lunch is 5000 orders, 20 cafés, 60 screens and 500 people in three minutes`() {
        let plan = LunchPlan(orders: 5_000, kills: 8)
        #expect(plan.cafes.count == 20)
        #expect(plan.cafes.count * LunchScreen.Work.allCases.count == 60)
        #expect(plan.people.count == 500)
        #expect(LunchPlan.due(5_000) == .seconds(180))
        #expect(plan.killsAfter == [1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500, 2_750])
    }

    @Test(arguments: [10, 50, 500, 5_000])
    func `the windows of an hour have room for all, and nobody orders more than a person may`(orders: Int) {
        let plan = LunchPlan(orders: orders, kills: 0)
        let all = (0..<orders).map(plan.order)
        let byCafe = Dictionary(grouping: all, by: \.cafe).mapValues(\.count)
        #expect(byCafe.count == plan.cafes.count)
        #expect(byCafe.values.allSatisfy { $0 <= plan.windowCapacity * 12 })
        #expect(Dictionary(grouping: all, by: \.person).values.allSatisfy { $0.count < 30 })
    }

    @Test
    func `people want the same windows, so that some are full`() {
        let plan = LunchPlan(orders: 500, kills: 0)
        let wishes = (0..<500).map(plan.order).filter { $0.cafe == plan.cafes[0] }.compactMap(\.window)
        let mostWanted = Dictionary(grouping: wishes) { $0 }.values.map(\.count).max() ?? 0
        #expect(mostWanted > plan.windowCapacity)
    }

    @Test
    func `its campus file is read without mistakes`() throws {
        let plan = LunchPlan(orders: 500, kills: 0)
        let campus = try CampusFile.read(plan.campus(utcHour: 3).bytes, name: "lunch")
        #expect(campus.cafes.count == plan.cafes.count)
        #expect(campus.people.count == plan.people.count && campus.devices.count == 6)
    }

    @Test(arguments: 0...23)
    func `it is eleven at the campus, whatever the hour is here`(hour: Int) throws {
        let zone = try #require(TimeZone(identifier: LunchPlan.zone(utcHour: hour)))
        #expect((hour * 3_600 + zone.secondsFromGMT()) / 3_600 == 11)
    }
}
