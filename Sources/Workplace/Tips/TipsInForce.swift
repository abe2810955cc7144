import Essentials
import Synchronization
public import TipCatalogues
public import TipCore
import TipRules

/// Holds the catalogue of tips in force in memory, with the switches that override it.
///
/// In force is the catalogue that was published last, else the one that comes with the pages.
public final class TipsInForce: Sendable {
    private struct State {
        var shipped = TipCatalogue(name: "none", languages: ["en"], fallback: "en")
        var published: TipCatalogue?
        /// How often a catalogue was published or withdrawn.
        var number: Int64 = 0
        var switches: [TipID: Bool] = [:]
        var content = Content(TipCatalogue(name: "none", languages: ["en"], fallback: "en"), [:])

        mutating func compose() { content = Content(published ?? shipped, switches) }
    }

    private struct Content {
        let catalogue: TipCatalogue
        let limits: TipLimits

        init(_ catalogue: TipCatalogue, _ switches: [TipID: Bool]) {
            var catalogue = catalogue
            for place in catalogue.tips.indices {
                if let isOn = switches[catalogue.tips[place].id] { catalogue.tips[place].isOn = isOn }
            }
            self.catalogue = catalogue
            limits = TipLimits(of: catalogue)
        }
    }

    private let state = Mutex(State())

    /// Makes one without tips.
    public init() {}

    /// The catalogue in force, with its switches.
    public var catalogue: TipCatalogue { state.withLock { $0.content.catalogue } }
    /// What the server keeps of events by that catalogue.
    public var limits: TipLimits { state.withLock { $0.content.limits } }
    /// Whether a catalogue was published in the place of the one that comes with the pages.
    public var isPublished: Bool { state.withLock { $0.published != nil } }
    /// The number of the last catalogue that was published or withdrawn; 0 before the first.
    public var number: Int64 { state.withLock { $0.number } }
    /// Whether tips were switched on or off, whatever their catalogue says.
    public var switches: [TipID: Bool] { state.withLock { $0.switches } }

    func ship(_ catalogue: TipCatalogue) {
        state.withLock { state in
            state.shipped = catalogue
            state.compose()
        }
    }

    /// Puts a catalogue in force, or the one that comes with the pages, unless a later one is.
    func put(_ catalogue: TipCatalogue?, number: Int64) {
        state.withLock { state in
            guard number > state.number else { return }
            state.published = catalogue
            state.number = number
            state.compose()
        }
    }

    func put(_ switches: [TipID: Bool]) {
        state.withLock { state in
            state.switches = switches
            state.compose()
        }
    }

    func put(_ isOn: Bool, of tip: TipID) {
        state.withLock { state in
            state.switches[tip] = isOn
            state.compose()
        }
    }
}

extension TipLimits {
    /// The limits that a catalogue states.
    public init(of catalogue: TipCatalogue) {
        let all = TipCatalogue.ownEvents + catalogue.events
        self.init(
            events: Dictionary(all.map { ($0.name, $0.definition) }) { _, last in last },
            deviceEvents: Set(all.filter(\.staysOnDevice).map(\.name)),
            facts: Set(catalogue.parameters.filter(\.isFromWorkplace).map(\.name)))
    }
}
