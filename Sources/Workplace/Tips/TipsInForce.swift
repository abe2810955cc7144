public import Essentials
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
        /// Since when the published one is in force.
        var since: Timestamp?
        var switches: [TipID: Bool] = [:]
        /// How many times the switches were looked at in the store, and which of these is in force.
        var turns = 0
        var turnInForce = 0
        /// Events that any catalogue so far keeps on the device: what was promised stays promised (TA10).
        var deviceEvents: Set<RuleText> = []
        var content = Content(TipCatalogue(name: "none", languages: ["en"], fallback: "en"), [:], [])

        mutating func compose() { content = Content(published ?? shipped, switches, deviceEvents) }
    }

    private struct Content {
        let catalogue: TipCatalogue
        let limits: TipLimits

        init(_ catalogue: TipCatalogue, _ switches: [TipID: Bool], _ deviceEvents: Set<RuleText>) {
            var catalogue = catalogue
            catalogue.keep(deviceEvents)
            for place in catalogue.tips.indices {
                if let isOn = switches[catalogue.tips[place].id] { catalogue.tips[place].isOn = isOn }
            }
            self.catalogue = catalogue
            limits = TipLimits(of: catalogue, deviceEvents: deviceEvents)
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
    /// The catalogue in force as it was written, without switches.
    public var document: TipCatalogue { state.withLock { $0.published ?? $0.shipped } }
    /// Since when a published catalogue is in force; `nil` for the one that comes with the pages.
    public var publishedSince: Timestamp? { state.withLock { $0.published == nil ? nil : $0.since } }
    /// Events that stay on the device, whatever a catalogue says.
    var deviceEvents: Set<RuleText> { state.withLock { $0.deviceEvents } }
    /// Whether tips were switched on or off, whatever their catalogue says.
    public var switches: [TipID: Bool] { state.withLock { $0.switches } }

    func ship(_ catalogue: TipCatalogue) {
        state.withLock { state in
            state.shipped = catalogue
            catalogue.noteDeviceEvents(in: &state.deviceEvents)
            // It may be read after what was published.
            state.published?.noteDeviceEvents(in: &state.deviceEvents)
            state.compose()
        }
    }

    /// Puts a catalogue in force, or the one that comes with the pages, unless a later one is.
    func put(_ catalogue: TipCatalogue?, number: Int64, since time: Timestamp) {
        state.withLock { state in
            guard number > state.number else { return }
            state.published = catalogue
            state.since = time
            catalogue?.noteDeviceEvents(in: &state.deviceEvents)
            state.number = number
            state.compose()
        }
    }

    /// Takes over what an earlier catalogue kept on the device.
    func remember(_ earlier: TipCatalogue) {
        state.withLock { state in
            earlier.noteDeviceEvents(in: &state.deviceEvents)
            state.compose()
        }
    }

    /// The number of a look at the switches, to be taken in the transaction that looks.
    func takeTurn() -> Int {
        state.withLock { state in
            state.turns += 1
            return state.turns
        }
    }

    /// Puts all switches in force, unless those of a later look are.
    func put(_ switches: [TipID: Bool], turn: Int) {
        state.withLock { state in
            guard turn > state.turnInForce else { return }
            state.turnInForce = turn
            state.switches = switches
            state.compose()
        }
    }
}

extension TipLimits {
    /// The limits that a catalogue states, under present and former names.
    ///
    /// - Parameters:
    ///   - catalogue: The catalogue.
    ///   - deviceEvents: Events that stay on the device, whatever the catalogue says.
    init(of catalogue: TipCatalogue, deviceEvents: Set<RuleText>) {
        let all = TipCatalogue.ownEvents + catalogue.events
        self.init(
            events: Dictionary(
                all.flatMap { event in
                    ([event.name] + event.definition.formerNames).map { ($0, event.definition) }
                }
            ) { first, _ in first },
            deviceEvents: deviceEvents,
            facts: Set(catalogue.parameters.filter(\.isFromWorkplace).map(\.name)))
    }
}

extension TipCatalogue {
    /// Adds the names, present and former, of events that stay on the device, or did under one of their names.
    func noteDeviceEvents(in known: inout Set<RuleText>) {
        for event in events {
            let names = [event.name] + event.definition.formerNames
            if event.staysOnDevice || !known.isDisjoint(with: names) { known.formUnion(names) }
        }
    }

    /// Keeps events on the device that stay there under one of their names.
    mutating func keep(_ deviceEvents: Set<RuleText>) {
        for place in events.indices {
            let names = [events[place].name] + events[place].definition.formerNames
            if !deviceEvents.isDisjoint(with: names) { events[place].definition.staysOnDevice = true }
        }
    }
}
