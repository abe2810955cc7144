import FoundationEssentials
import Synchronization
import TestSupport
import TipCore
import TipRules

@testable import TipRuntime

/// A moment so many seconds after the one at which the tests of tips begin.
func second(_ seconds: Int) -> RuleTime {
    RuleTime(microseconds: 1_765_000_000_000_000).advanced(byMicroseconds: Int64(seconds) * 1_000_000)
}

let hour = 3_600
let day = 86_400

extension ManualClock {
    /// What the clock shows as a moment of rules.
    var moment: RuleTime {
        let (seconds, attoseconds) = now.offset.components
        return second(Int(seconds)).advanced(byMicroseconds: attoseconds / 1_000_000_000_000)
    }
}

/// A store of its own with a clock of its own.
func makeStore(_ clock: ManualClock = ManualClock()) -> TipStore {
    TipStore(now: { clock.moment }, clock: clock)
}

/// Runs a body in which TipKit's names act on a store of its own.
func withStore<Result>(_ body: (TipStore, ManualClock) throws -> Result) rethrows -> Result {
    let clock = ManualClock()
    let store = makeStore(clock)
    return try TipStore.$replacement.withValue(store) { try body(store, clock) }
}

/// Runs a body in which TipKit's names act on a store of its own.
func withStore<Result>(_ body: (TipStore, ManualClock) async throws -> Result) async rethrows -> Result {
    let clock = ManualClock()
    let store = makeStore(clock)
    return try await TipStore.$replacement.withValue(store) { try await body(store, clock) }
}

/// A store in a folder's file.
func openStore(_ folder: String, at seconds: Int = 0) throws -> TipStore {
    try TipStore(path: folder + "/tips.store", now: { second(seconds) }, clock: ManualClock())
}

/// Runs a body in which TipKit's names act on a store.
func using<Result>(_ store: TipStore, _ body: () async throws -> Result) async rethrows -> Result {
    try await TipStore.$replacement.withValue(store) { try await body() }
}

/// A folder that is gone afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "tips-\(UInt64.random(in: 0...(.max)))"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

// The trail tips of the session, in our words.

struct Trail: Codable, Hashable, Sendable {
    let id: Int
    let name: String
    let region: Region
}

struct Region: Codable, Hashable, Sendable, CustomStringConvertible {
    let name: String
    var description: String { name }
    var didVisitEvent: Tips.Event<Tips.EmptyDonation> { Tips.Event(id: "visit-\(name)") }
    static let valley = Region(name: "valley")
}

struct PositionTip: Tip {
    var title: Text { Text("Show where you are") }
    var message: Text? { Text("Tap the compass.") }
    var image: Image? { Image(systemName: "location.circle") }
}

struct TurnTip: Tip {
    var title: Text { Text("Turn the map") }
    var image: Image? { Image(systemName: "hand.tap") }
}

struct NewTrailTip: Tip {
    let trail: Trail
    var title: Text { Text("\(trail.name) is open") }
    var message: Text? { Text("To see it, tap \(trail.region) on the map.") }
    var actions: [Action] {
        Action(title: "Take me there")
        Action(id: "later", title: "Later")
    }
    var id: String { "NewTrailTip-\(trail.id)" }
    var rules: [Rule] { Rule(trail.region.didVisitEvent) { $0.donations.count > 3 } }
}

struct LoginTip: Tip {
    static let isLoggedIn = Tips.Parameter(Self.self, "isLoggedIn", false)
    static let opened = Event(id: "opened")
    var title: Text { Text("Welcome back") }
    var rules: [Rule] {
        Rule(Self.isLoggedIn) { $0 == true }
        Rule(Self.opened) { $0.donations.donatedWithin(.days(3)).count > 1 }
    }
    var options: [any Option] {
        MaxDisplayCount(2)
        IgnoresDisplayFrequency(true)
    }
}

/// A payload with members of every kind.
struct Meal: Codable, Hashable, Sendable {
    var name: String
    var price: Int
    var place: Place
    var isVegan: Bool? = nil

    struct Place: Codable, Hashable, Sendable {
        var area: String
    }

    /// A computed member, which rules cannot reach by data.
    var isCheap: Bool { price < 500 }
}
