// A program around the styles of the session: draws the list of trails with its new trail, and taps the picture.
import Foundation
import JSON
import TipEngine

@main struct StyleProgram {
    static func main() async {
        do {
            try Tips.configure([.datastoreLocation(.url(URL(filePath: CommandLine.arguments[1])))])
        } catch {
            print("not configured: \(error)")
            return
        }
        let canyon = Region.bigCottonwoodCanyon
        let trail = Trail(id: 7, name: "Mineral Fork", region: canyon, heroImage: "fork")
        let list = await TrailList(trails: [trail], newTrail: trail)
        await draw(list)
        while canyon.didVisitEvent.donations.count < 4 { await canyon.didVisitEvent.donate() }
        await draw(list)
        await writeTip(of: trail)
        NewTrailTip(newTrail: trail).invalidate(reason: .actionPerformed)
        await draw(list)
    }

    /// Writes the tip in its style as a page takes it.
    @MainActor static func writeTip(of trail: Trail) {
        let tip = NewTrailTip(newTrail: trail)
        guard let element = TipView(tip).tipViewStyle(NewTrailTipViewStyle()).element() else {
            return print("nothing")
        }
        var json = JSONWriter()
        element.write(tip, to: &json, languages: [], from: TextCatalogue())
        print(json.text)
    }

    /// Writes the elements of the list as a page reads them, and runs what can be tapped.
    @MainActor static func draw(_ list: TrailList) {
        guard let element = list.element() else { return print("nothing") }
        var json = JSONWriter()
        element.write(to: &json, languages: [], from: TextCatalogue())
        print(json.text)
        for action in element.actions { action.handler() }
    }
}
