import Essentials
import Kitchen
import Ordering
import Testing

/// C83: which stations have not seen a ticket.
struct SightingWatchTests {
    private static let grill: StationID = id("grill")
    private static let bar: StationID = id("bar")

    private func ticket(_ stations: [StationID]) -> QueuedTicket {
        QueuedTicket(
            id: id("t"), releasedAt: noon, startedAt: nil, isRaised: false,
            work: stations.map { StationWork(station: $0, minutes: 5, quantity: 1) })
    }

    @Test func `C83 a station must have seen a ticket fifteen seconds after it entered the line`() {
        let watch = SightingWatch(screens: [Self.grill: noon, Self.bar: noon], at: noon)
        let all = ticket([Self.bar, Self.grill, Self.bar])
        let due = noon.advanced(by: SightingWatch.limit)
        #expect(watch.unseen(all, by: [], at: due.advanced(by: .milliseconds(-1))) == [])
        #expect(watch.unseen(all, by: [], at: due) == [Self.bar, Self.grill])
        #expect(watch.unseen(all, by: [Self.bar], at: due) == [Self.grill])
        #expect(watch.unseen(all, by: [Self.bar, Self.grill], at: due) == [])
        #expect(watch.unseen(ticket([]), by: [], at: due) == [])
    }

    @Test func `C83 only stations whose screens were at work within a week are watched`() {
        let old = noon.advanced(by: SightingWatch.memory * -1)
        #expect(!SightingWatch(screens: [Self.grill: old], at: noon).isEmpty)
        let watch = SightingWatch(screens: [Self.grill: old.advanced(by: .milliseconds(-1))], at: noon)
        #expect(watch.isEmpty)
        #expect(watch.unseen(ticket([Self.grill]), by: [], at: noon.advanced(by: .seconds(60))) == [])
    }
}
