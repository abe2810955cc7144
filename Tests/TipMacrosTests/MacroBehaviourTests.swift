import TestSupport
import Testing
import TipEngine
import TipMacros

/// The macros in use: what they write compiles in every place, and behaves.
@Suite(.timeLimit(.minutes(2))) struct MacroBehaviourTests {
    private func withStore<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await TipStore.$replacement.withValue(TipStore()) { try await body() }
    }

    private func isShown(_ rules: Tips.Rule...) -> Bool { RuledTip(rules: rules).shouldDisplay }

    @Test func `T24 a parameter is known by its type and its name`() {
        #expect(TourTip.$isSignedIn.id == "TipMacrosTests.TourTip.isSignedIn")
        #expect(Screen.$openings.id == "TipMacrosTests.Screen.openings")
        #expect(Screen.$closings.id == "TipMacrosTests.Screen.closings")
        #expect(Window.$openings.id == "TipMacrosTests.Window.openings")
        #expect(Kitchen.$openings.id == "TipMacrosTests.Kitchen.openings")
        #expect(Region.Favourites.$default.id == "TipMacrosTests.Region.Favourites.default")
    }

    @Test func `T36 T41 a tip follows the parameter of its rule`() async {
        await withStore {
            #expect(TourTip().status == .pending)
            TourTip.isSignedIn = true
            #expect(TourTip().status == .available)
            TourTip.isSignedIn = false
            #expect(TourTip().status == .pending)
        }
    }

    @Test func `T45 T46 a rule may be about an event of the tip's own data`() async {
        await withStore {
            for _ in 0..<4 { await Region.harbour.visited.donate() }
            #expect(RegionTip(region: .harbour).shouldDisplay)
            #expect(!RegionTip(region: .heath).shouldDisplay)
        }
    }

    @Test func `T47 T61 T62 rules count, filter and group donations`() async {
        await withStore {
            for (dish, isWarm) in [("soup", true), ("soup", true), ("salad", false)] {
                await TourTip.ordered.donate(Order(dish: dish, isWarm: isWarm, price: 450))
            }
            #expect(isShown(#Rule(TourTip.ordered) { $0.donations.filter { $0.isWarm == true }.count == 2 }))
            #expect(
                isShown(#Rule(TourTip.ordered) { $0.donations.largestSubset(groupedBy: \.dish).count == 2 }))
            #expect(
                isShown(#Rule(TourTip.ordered) { $0.donations.smallestSubset(groupedBy: \.dish).count < 2 }))
            #expect(isShown(#Rule(TourTip.ordered) { $0.donations.donatedWithin(.week).count >= 3 }))
            #expect(
                isShown(
                    #Rule(TourTip.ordered) {
                        $0.donations.donatedWithin(.hours(2))
                            .filter { $0.dish == "soup" && $0.price < 500 }.count > 1
                    }))
            #expect(!isShown(#Rule(TourTip.ordered) { $0.donations.isEmpty }))
        }
    }

    @Test func `T53 rules read the members of a parameter`() async {
        await withStore {
            TourTip.guest = Guest(name: "Noor", visits: 4, diet: .vegetarian)
            TourTip.diet = .vegetarian
            #expect(isShown(#Rule(TourTip.$guest) { $0.visits > 3 && $0.name == "Noor" }))
            #expect(
                isShown(#Rule(TourTip.$guest) { guest in guest.visits >= 4 || guest.name.hasPrefix("M") }))
            #expect(isShown(#Rule(TourTip.$diet) { $0 == .vegetarian }))
            #expect(isShown(#Rule(TourTip.$lastArea) { $0 == nil }))
        }
    }

    @Test func `T42 T43 a rule is about up to three inputs`() async {
        await withStore {
            TourTip.isSignedIn = true
            await TourTip.opened.donate()
            #expect(
                isShown(#Rule(TourTip.$isSignedIn, TourTip.opened) { $0 == true && $1.donations.count == 1 }))
            #expect(
                !isShown(
                    #Rule(TourTip.$isSignedIn, TourTip.opened, TourTip.$isEditing) {
                        $0 == true && $1.donations.count == 1 && $2 == true
                    }))
        }
    }

    @Test func `TD24 what the macro makes of a condition travels, unless it is a function of this program`()
        throws
    {
        #expect(try #Rule(TourTip.opened, { $0.donations.count > 3 }).bytes().isEmpty == false)
        let closure = #Rule(TourTip.$diet) { diet in
            switch diet {
            case .any: false
            case .vegetarian: true
            }
        }
        #expect(throws: RuleError.local) { try closure.bytes() }
        let computed = #Rule(TourTip.ordered) { $0.donations.filter { $0.isCheap }.count > 0 }
        #expect(throws: RuleError.local) { try computed.bytes() }
    }

    @Test func `TD24 a condition that is no data is evaluated here`() async {
        await withStore {
            TourTip.seen = ["map": true]
            await TourTip.opened.donate()
            let name = "map"
            #expect(isShown(#Rule(TourTip.$seen) { seen in seen[name] == true }))
            #expect(
                isShown(
                    #Rule(TourTip.opened) {
                        if $0.donations.count == 1 { return true }
                        return false
                    }))
        }
    }

    @Test func `T49 T50 a parameter outlives the program, a transient one does not`() async throws {
        try await withTemporaryFolder { folder in
            let first = try TipStore(path: "\(folder)/tips")
            try await TipStore.$replacement.withValue(first) {
                TourTip.isSignedIn = true
                TourTip.isEditing = true
                try await first.synchronize()
            }
            let second = try TipStore(path: "\(folder)/tips")
            TipStore.$replacement.withValue(second) {
                #expect(TourTip.isSignedIn)
                #expect(!TourTip.isEditing)
            }
        }
    }

    @Test func `parameters of actors are rules' inputs from anywhere`() async {
        await withStore {
            await MainActor.run { Window.openings = 2 }
            Screen.openings += 1
            #expect(Rules.ofActors.map { isShown($0) } == [true, false])
            #expect(Screen.openings == 1)
        }
    }
}
