import Foundation
import TipEngine

/// Lets a phone and a watch live through a fortnight of walks.
@main @MainActor struct TrailTipsProgram {
    static func main() async throws {
        let folder = CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let clock = Almanac()
        let phone = try Device("phone", in: folder, clock: clock)
        let watch = try Device("watch", in: folder, clock: clock)
        if phone.store.ledger.isEmpty {
            await compass(phone, clock)
            await newTrails(phone, watch, clock)
        } else {
            clock.pass(hours: 24 * 14)
            await laterOn(phone, watch)
        }
        try await phone.store.close()
        try await watch.store.close()
    }

    /// An ordered group: the second tip waits until the first has ended, and the frequency keeps a day between them.
    private static func compass(_ phone: Device, _ clock: Almanac) async {
        print("An ordered group")
        await phone.use {
            let tips = TipGroup(.ordered) {
                CompassTip()
                BearingTip()
            }
            await phone.draw(tips.currentTip)
            await CompassTip.mapOpened.donate()
            await CompassTip.mapOpened.donate()
            phone.say("opens the map twice")
            await phone.draw(tips.currentTip)
            CompassTip().invalidate(reason: .actionPerformed)
            phone.say("uses the compass: \(CompassTip().status.words)")
            await phone.draw(tips.currentTip)
            clock.pass(hours: 24)
            print("  a day passes")
            await phone.draw(tips.currentTip)
        }
    }

    /// One type, a tip for each trail; walks of both devices count together, and what was closed on one is gone on the other.
    private static func newTrails(_ phone: Device, _ watch: Device, _ clock: Almanac) async {
        print("One tip for each trail, on two devices")
        let trails = [
            Trail(id: "ridge", name: "Ridge of Larks", region: "the hills", kilometres: 12),
            Trail(id: "dunes", name: "Dune Loop", region: "the coast", kilometres: 7),
        ]
        clock.pass(hours: 24)
        for _ in 0..<2 {
            await phone.use { await NewTrailTip.walked.donate(.init(region: "the hills")) }
            await watch.use { await NewTrailTip.walked.donate(.init(region: "the hills")) }
        }
        phone.say("and watch have walked in the hills twice each")
        for trail in trails { await phone.use { await phone.draw(tip(trail), style: PictureStyle()) } }
        exchange(phone, watch)
        print("  they exchange what they know")
        for trail in trails { await phone.use { await phone.draw(tip(trail), style: PictureStyle()) } }
        await phone.use { NewTrailTip(trail: trails[0]).invalidate(reason: .tipClosed) }
        phone.say("closes it")
        exchange(watch, phone)
        await watch.use {
            for trail in trails {
                watch.say("has \(trail.name) as \(NewTrailTip(trail: trail).status.words)")
            }
        }
    }

    private static func tip(_ trail: Trail) -> (any Tip)? {
        let tip = NewTrailTip(trail: trail)
        return tip.shouldDisplay ? tip : nil
    }

    /// The second start: everything is as it was left, a fortnight later.
    private static func laterOn(_ phone: Device, _ watch: Device) async {
        print("A fortnight later")
        for device in [phone, watch] {
            await device.use {
                device.say("has the compass as \(CompassTip().status.words)")
                device.say("counts \(NewTrailTip.walked.donations.count) walks")
            }
        }
        await phone.use {
            let tips = TipGroup(.ordered) {
                CompassTip()
                BearingTip()
            }
            await phone.draw(tips.currentTip)
        }
    }
}
