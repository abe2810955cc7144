//! A first tip: it shows after the map was opened three times, and stays away once the compass was tapped.

import Foundation
import Synchronization
import TipEngine

// snippet.tip
struct CompassTip: Tip {
    static let opened = Event(id: "mapOpened")
    static let isOutside = Tips.Parameter(Self.self, "isOutside", false)

    var title: Text { Text("Show where you are") }
    var message: Text? { Text("Tap the compass.") }
    var image: Image? { Image(systemName: "location.circle") }
    var rules: [Rule] {
        Rule(Self.opened) { $0.donations.donatedWithin(.week).count > 2 }
        Rule(Self.isOutside) { $0 == true }
    }
    var options: [any Option] { MaxDisplayCount(2) }
}
// snippet.end

// snippet.configure
let folder = CommandLine.arguments.dropFirst().first ?? "state"
try Tips.configure([.datastoreLocation(.url(URL(filePath: folder))), .displayFrequency(.daily)])
// snippet.end

// snippet.happen
CompassTip.isOutside.wrappedValue = true
for _ in 1...3 {
    await CompassTip.opened.donate()
    print("Opened \(CompassTip.opened.donations.count) times: \(CompassTip().status)")
}
// snippet.end

// snippet.draw
func show(_ tip: some Tip) async {
    let store = TipStore.current
    guard await store.beginAppearance(of: tip, on: "map") == .began else { return }
    print("[\(tip.title.resolved())] \(tip.message?.resolved() ?? "")")
    store.endAppearance(of: tip, on: "map")
}
await show(CompassTip())
// snippet.end

// snippet.use
CompassTip().invalidate(reason: .actionPerformed)
await show(CompassTip())
print("After a tap: \(CompassTip().status)")
// snippet.end

// snippet.test
final class Almanac: Sendable {
    private let time = Mutex(RuleTime(microseconds: 1_795_334_400_000_000))
    var now: RuleTime { time.withLock { $0 } }
    func pass(days: Int64) { time.withLock { $0 = $0.advanced(byMicroseconds: days * 86_400_000_000) } }
}

let almanac = Almanac()
let store = TipStore(now: { almanac.now })
await TipStore.$replacement.withValue(store) {
    CompassTip.isOutside.wrappedValue = true
    for _ in 1...3 { await CompassTip.opened.donate() }
    print("In a test: \(CompassTip().status)")
    almanac.pass(days: 8)
    let explanation = store.explanation(of: CompassTip())
    print("Eight days later: \(explanation.status), rules that do not hold: \(explanation.holds.count)")
}
// snippet.end

// snippet.sync
actor MeetingPlace: TipSyncTransport {
    private var ledger = TipLedger()

    func exchange(_ outgoing: TipSyncRequest) -> TipSyncResponse {
        if let changes = outgoing.changes { ledger.merge(changes) }
        return TipSyncResponse(cursor: nil, changes: ledger, isWhole: true)
    }
}

let place = MeetingPlace()
let (phone, watch) = (TipStore(), TipStore())
TipStore.$replacement.withValue(phone) { CompassTip().invalidate(reason: .tipClosed) }
for device in [phone, watch] { try await device.exchange(with: place, named: "place") }
TipStore.$replacement.withValue(watch) { print("On the watch: \(CompassTip().status)") }
// snippet.end

// snippet.close
try await TipStore.process.close()
// snippet.end
