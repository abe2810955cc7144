// A program around the tips of the session: a hiker goes to a canyon again and again, and comes back another day.
import Foundation
import TipEngine

@main struct TrailProgram {
    static func main() async {
        do {
            try Tips.configure([.datastoreLocation(.url(URL(filePath: CommandLine.arguments[1])))])
        } catch {
            print("not configured: \(error)")
            return
        }
        let canyon = Region.bigCottonwoodCanyon
        let tip = ButlerForkTip()
        print("at first:", tip.id, word(tip.status))
        while canyon.didVisitEvent.donations.count < 3 { await canyon.didVisitEvent.donate() }
        print("after three visits:", word(tip.status))
        if canyon.didVisitEvent.donations.count < 4 { await canyon.didVisitEvent.donate() }
        print("after four visits:", word(tip.status))
        let trails = [1, 2].map { Trail(id: $0, name: "Trail \($0)", region: canyon, heroImage: "") }
        print("new trails:", words(trails))
        NewTrailTip(newTrail: trails[0]).invalidate(reason: .actionPerformed)
        print("after an action:", words(trails))
        ShowLocationTip().invalidate(reason: .tipClosed)
        print("in the map:", word(ShowLocationTip().status), word(RotateMapTip().status))
        await canyon.didVisitEvent.donate()
    }
}

extension TrailProgram {
    static func words(_ trails: [Trail]) -> String {
        "[\(trails.map { word(NewTrailTip(newTrail: $0).status) }.joined(separator: ", "))]"
    }

    /// A status in one word, with the reason of an end.
    static func word(_ status: Tips.Status) -> String {
        if case .invalidated(let reason) = status { "invalidated(\(reason))" } else { "\(status)" }
    }
}
