import TipEngine
import TipRules

/// A device with its own store, on a clock that the story moves.
struct Device {
    let name: String
    let store: TipStore

    init(_ name: String, in folder: String, clock: Almanac) throws {
        self.name = name
        store = try TipStore(path: "\(folder)/\(name).tips", now: { clock.now })
        store.displayFrequency = .daily
    }

    /// Does something as this device.
    func use<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await TipStore.$replacement.withValue(store) { try await body() }
    }

    /// Draws a tip, if it may be drawn, and ends its appearance again.
    @MainActor func draw(_ tip: (any Tip)?, style: some TipViewStyle = MiniTipViewStyle()) async {
        guard let tip, let element = TipView(tip).tipViewStyle(style).element(),
            await store.beginAppearance(of: TipID(tip.id), on: "trails") == .began
        else { return say("shows no tip") }
        say("shows “\(tip.title.resolved())”")
        for line in element.lines() { print("    \(line.drawn)") }
        store.endAppearance(of: TipID(tip.id), on: "trails")
    }

    func say(_ words: String) { print("  \(name) \(words)") }
}

/// Brings what two devices know together, as iCloud or a server would: each takes all that the other has, in any order.
func exchange(_ first: Device, _ second: Device) {
    let (one, other) = (first.store.ledger, second.store.ledger)
    first.store.merge(other)
    second.store.merge(one)
}

extension TipLine {
    /// The line as this program prints it, indented by how deep it lies.
    var drawn: String {
        let drawn =
            switch kind {
            case .text: words
            case .picture: "[\(words)]"
            case .button(let closes): "(\(closes ? "close" : words))"
            case .tapArea: "(a tap anywhere)"
            }
        return String(repeating: "  ", count: level) + drawn
    }
}

extension Tips.Status {
    /// The status in a word.
    var words: String {
        switch self {
        case .pending: "waiting"
        case .available: "available"
        case .invalidated(.actionPerformed): "used"
        case .invalidated(.tipClosed): "closed"
        case .invalidated: "shown often enough"
        }
    }
}
