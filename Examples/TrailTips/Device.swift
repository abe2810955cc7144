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
        for line in Drawing(element).lines { print("    \(line)") }
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

/// A tip's elements as lines: indented by how deep they lie.
struct Drawing {
    private(set) var lines: [String] = []

    init(_ element: TipElement) { draw(element, 0) }

    private mutating func draw(_ element: TipElement, _ level: Int) {
        func line(_ words: String) { lines.append(String(repeating: "  ", count: level) + words) }
        switch element {
        case .stack(_, _, _, let children):
            for child in children { draw(child, level) }
        case .text(let text, _): line(text.resolved())
        case .image(let image, _, _): line("[\(Self.name(of: image))]")
        case .button(_, let action): line("(\(Self.words(action)))")
        case .tapArea(let child, _, _):
            line("(a tap anywhere)")
            draw(child, level + 1)
        case .overlay(let words, let below, _):
            draw(below, level)
            draw(words, level + 1)
        }
    }

    private static func name(of image: Image) -> String {
        switch image.source {
        case .system(let name), .named(let name): name
        }
    }

    private static func words(_ action: TipElement.TapAction) -> String {
        switch action {
        case .close: "close"
        case .perform(let action): action.label().resolved()
        }
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
