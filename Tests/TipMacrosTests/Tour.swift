import TipEngine
import TipMacros

/// What tips of an app look like that is written with the macros: every place in which they may stand.
struct Region: Sendable {
    let name: String
    var visited: Tips.Event<Tips.EmptyDonation> { Tips.Event(id: "visited.\(name)") }

    static let harbour = Region(name: "harbour")
    static let heath = Region(name: "heath")
}

struct Order: Codable, Sendable {
    let dish: String
    let isWarm: Bool
    let price: Int
    var isCheap: Bool { price < 500 }
}

enum Diet: String, Codable, Sendable {
    case any
    case vegetarian
}

struct Guest: Codable, Sendable {
    var name = ""
    var visits = 0
    var diet: Diet = .any
}

struct TourTip: Tip {
    @Parameter static var isSignedIn: Bool = false
    @Parameter(.transient) static var isEditing: Bool = false
    @Parameter static var guest: Guest = Guest()
    @Parameter static var diet = Diet.any
    @Parameter static var lastArea: String?
    @Parameter(.transient, formerly: ["TourTip.area"]) static var area = ""
    @Parameter(formerly: ["TourTip.zone"]) static var zone = 0
    @Parameter static var seen: [String: Bool] = [:]
    static let opened: Event = Event(id: "opened")
    static let ordered: Event = Event<Order>(id: "ordered")

    var title: Text { Text("Order ahead") }
    var rules: [Rule] { #Rule(Self.$isSignedIn) { $0 == true } }
}

/// A tip with the rules that a test gives it.
struct RuledTip: Tip {
    var id = "RuledTip"
    var title: Text { Text("Order ahead") }
    let rules: [Rule]
}

struct RegionTip: Tip {
    let region: Region
    var id: String { "RegionTip-\(region.name)" }
    var title: Text { Text("A new café in \(region.name)") }
    var rules: [Rule] { #Rule(region.visited) { $0.donations.count > 3 } }
}

class Screen { @Parameter static var openings: Int = 0 }
@MainActor final class Window { @Parameter static var openings: Int = 0 }
actor Kitchen { @Parameter static var openings = 0 }
extension Screen { @Parameter fileprivate(set) static var closings: Int = 0 }
extension Region { enum Favourites { @Parameter static var `default`: String = "harbour" } }

enum Rules {
    /// Rules may be made anywhere, also over the parameters of actors.
    static var ofActors: [Tips.Rule] {
        [#Rule(Window.$openings) { $0 > 1 }, #Rule(Kitchen.$openings) { $0 > 2 }]
    }
}
