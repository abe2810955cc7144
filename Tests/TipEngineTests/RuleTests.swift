import FoundationEssentials
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(1))) struct RuleTests {
    private static let meals = Tips.Event<Meal>(id: "meals")
    private static let hunger = Tips.Parameter(id: "hunger", 3)
    private static let name = Tips.Parameter<String?>(id: "name", nil)
    private static let favourite = Tips.Parameter(
        id: "favourite", Meal(name: "soup", price: 350, place: .init(area: "north")))

    struct Probe: Tip {
        let probe: Tips.Rule
        var id: String { "probe" }
        var title: Text { Text("Probe") }
        var rules: [Rule] { probe }
    }

    private func holds(_ rule: Tips.Rule) -> Bool { Probe(probe: rule).shouldDisplay }

    private func donateMeals() async {
        for (name, price, area) in [("soup", 350, "north"), ("curry", 900, "south"), ("soup", 360, "south")] {
            await Self.meals.donate(Meal(name: name, price: price, place: .init(area: area)))
        }
    }

    @Test func `T47 T51 T53: rules over members of a parameter's type`() {
        withStore { _, _ in
            #expect(holds(Tips.Rule(Self.favourite) { $0.name == "soup" }))
            #expect(holds(Tips.Rule(Self.favourite) { $0.place.area.hasPrefix("no") && $0.price <= 350 }))
            Self.favourite.wrappedValue.price = 800
            #expect(!holds(Tips.Rule(Self.favourite) { $0.price <= 350 }))
            #expect(Self.favourite.wrappedValue.price == 800)
        }
    }

    @Test func `T47: comparison, arithmetic, membership and optional values become data`() throws {
        try withStore { _, _ in
            let rules = [
                Tips.Rule(Self.hunger) { $0 * 2 + 1 == 7 }, Tips.Rule(Self.hunger) { [1, 3].contains($0) },
                Tips.Rule(Self.hunger) { (1...3).contains($0) }, Tips.Rule(Self.hunger) { !($0 > 3) },
                Tips.Rule(Self.hunger) { 4 > $0 || $0 == 9 }, Tips.Rule(Self.name) { $0 == nil },
                Tips.Rule(Self.name) { ($0 ?? "nobody") == "nobody" },
                Tips.Rule(Self.hunger, Self.meals) { $0 == 3 && $1.donations.isEmpty },
            ]
            for rule in rules {
                #expect(holds(rule))
                let back = try RuleExpression(bytes: rule.bytes())
                #expect(back == rule.expression)
            }
            Self.name.wrappedValue = "Ada"
            #expect(!holds(Tips.Rule(Self.name) { $0 == nil }))
            #expect(holds(Tips.Rule(Self.name) { $0 == "Ada" }))
        }
    }

    @Test func `T61 T62 T63 T64: filters and subsets over payloads become data`() async throws {
        try await withStore { _, _ in
            await donateMeals()
            let rules = [
                Tips.Rule(Self.meals) { $0.donations.filter { $0.name == "soup" }.count == 2 },
                Tips.Rule(Self.meals) {
                    $0.donations.filter { $0.place.area == "south" && $0.price > 500 }.count == 1
                },
                Tips.Rule(Self.meals) { $0.donations.largestSubset(groupedBy: \.name).count == 2 },
                Tips.Rule(Self.meals) { $0.donations.smallestSubset(groupedBy: \.name).last.price == 900 },
                Tips.Rule(Self.meals) {
                    $0.donations.donatedWithin(.day).largestSubset(groupedBy: \.place.area).count == 2
                },
                Tips.Rule(Self.meals) { $0.donations.contains { $0.isVegan == nil } },
                Tips.Rule(Self.meals) { $0.donations.allSatisfy { $0.price > 300 } },
            ]
            for rule in rules {
                #expect(holds(rule))
                let back = try RuleExpression(bytes: rule.bytes())
                #expect(back == rule.expression)
            }
            #expect(Self.meals.donations.largestSubset(groupedBy: \.name).map(\.price) == [350, 360])
            #expect(Self.meals.donations.smallestSubset(groupedBy: \.name).map(\.name) == ["curry"])
        }
    }

    @Test
    func `TD24: a computed member or a closure stays in this process, and says so when it is to travel`()
        async
    {
        await withStore { _, clock in
            await donateMeals()
            let computed = Tips.Rule(Self.meals) { $0.donations.filter { $0.isCheap }.count == 2 }
            #expect(holds(computed))
            #expect(throws: RuleError.local) { try computed.bytes() }
            let closure = Tips.Rule(Self.meals) { snapshot in
                let recent = snapshot.donations.donatedWithin(.hour)
                return recent.map(\.price).reduce(0, +) > 1_000
            }
            #expect(holds(closure))
            #expect(throws: RuleError.local) { try closure.bytes() }
            clock.advance(by: .seconds(hour + 1))
            #expect(!holds(closure))
            let plain = Tips.Rule(Self.hunger) { value in
                let limit = 2
                return value > limit
            }
            #expect(holds(plain))
        }
    }

    @Test func `TD24: a closure may ask the store for something else`() async {
        await withStore { _, _ in
            await donateMeals()
            let rule = Tips.Rule(Self.meals) { snapshot in
                let limit = Self.hunger.wrappedValue
                return snapshot.donations.count >= limit && Self.meals.donations.count == limit
                    && PositionTip().shouldDisplay
            }
            #expect(holds(rule))
        }
    }

    @Test func `T51: a value too large to be read again is refused`() {
        withStore { store, _ in
            let parameter = Tips.Parameter(id: "names", [String]())
            parameter.wrappedValue = Array(repeating: "a", count: RuleExpression.mostParts)
            #expect(parameter.wrappedValue.isEmpty)
            #expect(store.faults == [.unsupportedValue("names")])
            parameter.wrappedValue = ["a"]
            #expect(parameter.wrappedValue == ["a"])
        }
    }

    @Test func `T44: compound operations over rules`() {
        withStore { _, _ in
            let (yes, no) = (Tips.Rule(Self.hunger) { $0 == 3 }, Tips.Rule(Self.hunger) { $0 == 4 })
            #expect(
                holds(
                    Tips.Rule(.disjunction) {
                        yes; no
                    }))
            #expect(
                !holds(
                    Tips.Rule(.conjunction) {
                        yes; no
                    }))
            #expect(holds(!no))
        }
    }

    @Test func `T48: a value that rules do not have is refused, and the rule never holds`() {
        withStore { store, _ in
            let huge = Tips.Parameter<UInt64>(id: "huge", 1)
            let rule = Tips.Rule(huge) { $0 == UInt64.max }
            #expect(rule.refusal == .invalidPredicateValueType)
            #expect(!holds(rule))
            #expect(!holds(Tips.Rule(huge) { $0 != UInt64.max }))
            #expect(store.faults == [.unusableRule(tip: "probe")])
        }
    }

    @Test func `T51 TD16: any Codable value comes back, and one that does not decode gives the default`() {
        struct Everything: Codable, Equatable, Sendable {
            var date = Date(timeIntervalSince1970: 1_700_000_000.25)
            var list = [1, 2, 3]
            var table = ["a": 1.5]
            var optional: Int? = nil
            var nested = Meal(name: "x", price: 1, place: .init(area: "y"), isVegan: true)
            var choice = Choice.other(3)
            enum Choice: Codable, Equatable, Sendable { case one, other(Int) }
        }
        withStore { store, _ in
            let parameter = Tips.Parameter(id: "all", Everything())
            var value = Everything()
            value.optional = 7
            value.list = []
            value.choice = .one
            parameter.wrappedValue = value
            #expect(parameter.wrappedValue == value)
            let changed = Tips.Parameter(id: "all", 5)
            #expect(changed.wrappedValue == 5)
            #expect(changed.wrappedValue == 5)
            #expect(store.faults == [.parameterSetAside("all")])
        }
    }

    @Test func `T61: members that are encoded under other names are found by their own`() async {
        struct Renamed: Codable, Sendable {
            var area: String
            enum CodingKeys: String, CodingKey { case area = "a" }
        }
        await withStore { _, _ in
            let event = Tips.Event<Renamed>(id: "renamed")
            await event.donate(Renamed(area: "south"))
            #expect(holds(Tips.Rule(event) { $0.donations.filter { $0.area == "south" }.count == 1 }))
            #expect(event.donations.first?.area == "south")
        }
    }

    @Test func `T50: a transient parameter is not kept`() {
        withStore { store, _ in
            let parameter = Tips.Parameter(id: "transient", 1, .transient)
            parameter.wrappedValue = 2
            #expect(parameter.wrappedValue == 2)
            #expect(store.ledger.parameters.isEmpty)
        }
    }

    @Test
    func
        `T65 TD18 TA10: donations under a former key are deleted too, and stay on the device as the event does`()
        async throws
    {
        try await withStore { store, _ in
            let old = Tips.Event(id: "old")
            let new = Tips.Event(
                id: "new", donationLimit: .init(maximumCount: 9), formerly: ["old"], staysOnDevice: true)
            for _ in 0..<2 { await old.donate() }
            try await new.deleteDonations()
            #expect(store.ledger.donationCount == 0)
            // What another device still has of it does not bring it back.
            #expect(store.ledger.events["old"]?.epoch == 1)
            await new.donate()
            let cloud = Cloud()
            try await store.exchange(with: CloudTransport(cloud), named: "cloud")
            #expect(new.donations.count == 1)
            #expect(cloud.ledger.events.isEmpty)
        }
    }

    @Test func `T56 T65: limits and deletion through the event`() async throws {
        try await withStore { _, clock in
            let event = Tips.Event(id: "few", donationLimit: .init(maximumCount: 2, maximumAge: .minute))
            for _ in 0..<3 { await event.donate() }
            #expect(event.donations.count == 2)
            clock.advance(by: .seconds(61))
            #expect(event.donations.isEmpty)
            await event.donate()
            try await event.deleteDonations()
            #expect(event.donations.isEmpty)
        }
    }

    @Test func `T58: a donation that is sent tells when it is done`() async {
        await withStore { _, _ in
            await withCheckedContinuation { continuation in
                Self.meals.sendDonation(Meal(name: "a", price: 1, place: .init(area: "b"))) {
                    continuation.resume()
                }
            }
            #expect(Self.meals.donations.count == 1)
        }
    }
}
