// With `import SwiftUI` and `import TipKit` in place of the next line this file is an Apple app's.
import TipEngine

/// Shows where the compass is; the first of two.
struct CompassTip: Tip {
    static let mapOpened = Event(id: "mapOpened")

    var title: Text { Text("Where is north?") }
    var message: Text? { Text("Tap the compass, and the map turns with you.") }
    var image: Image? { Image(systemName: "location.north") }
    var rules: [Rule] { Rule(Self.mapOpened) { $0.donations.count >= 2 } }
}

/// Shows what a long press does; only for who knows the compass, or has closed its tip.
struct BearingTip: Tip {
    var title: Text { Text("Keep a bearing") }
    var message: Text? { Text("Press the compass for long to follow one direction.") }
    var options: [any Option] { MaxDisplayCount(3) }
}

/// Tells of a new trail in a region that somebody walks often: one tip for each trail, so each has its own state.
struct NewTrailTip: Tip {
    /// A walk on a trail.
    struct Walk: Codable, Hashable, Sendable {
        let region: String
    }

    static let walked = Event<Walk>(id: "walked")

    let trail: Trail

    var id: String { "NewTrailTip-\(trail.id)" }
    var title: Text { Text("New: \(trail.name)") }
    var message: Text? {
        Text("You walk in \(trail.region) often. This one is \(trail.kilometres) kilometres.")
    }
    var image: Image? { Image(trail.id) }
    var actions: [Action] { Action(id: "show", title: "Show me") }

    var rules: [Rule] {
        Rule(Self.walked) {
            $0.donations.donatedWithin(.days(30)).filter { $0.region == trail.region }.count > 3
        }
    }
}

/// Where to walk.
struct Trail: Hashable, Sendable {
    let id: String
    let name: String
    let region: String
    let kilometres: Int
}

/// A picture that fills the tip, its words over it; a tap anywhere does what the first button would.
struct PictureStyle: TipViewStyle {
    func makeBody(configuration: Configuration) -> some View {
        configuration.image?.resizable()
            .onTapGesture { configuration.actions.first?.handler() }
            .overlay(alignment: .bottomLeading) {
                VStack(alignment: .leading) {
                    configuration.title.font(.title)
                    configuration.message
                }
            }
    }
}
