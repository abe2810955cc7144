public import Essentials
import Synchronization
public import TipCatalogues
public import TipCore
import TipRules

/// Holds the current catalogue of tips in memory, with the switches that override it.
///
/// The current catalogue is the latest published one, or else the catalogue that ships with the pages.
public final class TipsInForce: Sendable {
    private struct State {
        var lastLoaded: Int64 = 0
        var shipped = TipCatalogue(name: "none", languages: ["en"], fallback: "en")
        var published: TipCatalogue?
        /// How often a catalogue was published or withdrawn.
        var number: Int64 = 0
        /// When the published catalogue came into force.
        var since: Timestamp?
        var switches: [TipID: Bool] = [:]
        /// The number of readings of the switches from the store, and the reading in force.
        var turns = 0
        var turnInForce = 0
        /// Events that any catalogue so far keeps on the device; they stay there (TA10).
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

    /// Makes a holder without tips.
    public init() {}

    /// The catalogue in force, with its switches.
    public var catalogue: TipCatalogue { state.withLock { $0.content.catalogue } }
    /// The limits of the catalogue in force.
    public var limits: TipLimits { state.withLock { $0.content.limits } }
    /// Whether a published catalogue replaces the shipped one.
    public var isPublished: Bool { state.withLock { $0.published != nil } }
    /// The number of the last catalogue that was published or withdrawn; 0 before the first.
    public var number: Int64 { state.withLock { $0.number } }
    /// The catalogue in force without switches.
    public var document: TipCatalogue { state.withLock { $0.published ?? $0.shipped } }
    /// When the published catalogue came into force; `nil` for the shipped one.
    public var publishedSince: Timestamp? { state.withLock { $0.published == nil ? nil : $0.since } }
    /// Events that stay on the device, whatever a catalogue says.
    var deviceEvents: Set<RuleText> { state.withLock { $0.deviceEvents } }
    /// The switches of tips, which override the catalogue.
    public var switches: [TipID: Bool] { state.withLock { $0.switches } }

    func ship(_ catalogue: TipCatalogue) {
        state.withLock { state in
            state.shipped = catalogue
            catalogue.noteDeviceEvents(in: &state.deviceEvents)
            // The shipped catalogue may be read after the published one.
            state.published?.noteDeviceEvents(in: &state.deviceEvents)
            state.compose()
        }
    }

    /// Puts a catalogue in force, or the shipped one, unless a later one is in force.
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

    /// Records the events that an earlier catalogue keeps on the device.
    func remember(_ earlier: TipCatalogue) {
        state.withLock { state in
            earlier.noteDeviceEvents(in: &state.deviceEvents)
            state.compose()
        }
    }

    /// The number of the last catalogue that was read from the store, in force or not.
    var lastLoaded: Int64 { state.withLock { $0.lastLoaded } }

    func noteLoaded(_ number: Int64) { state.withLock { $0.lastLoaded = max($0.lastLoaded, number) } }

    /// Numbers a reading of the switches; call it in the transaction that reads.
    func takeTurn() -> Int {
        state.withLock { state in
            state.turns += 1
            return state.turns
        }
    }

    /// Puts all switches in force, unless a later reading is in force.
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
    /// The limits of a catalogue, under present and former names.
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
    /// Adds the present and former names of events that stay on the device under one of their names.
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
