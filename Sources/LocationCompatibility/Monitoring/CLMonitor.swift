/// A named gateway to monitoring: conditions, what is known about them, and events when that changes.
///
/// It keeps what Core Location's monitor promises, over a `Monitor`: opening a name again finds its conditions and their
/// last events. What it senses comes from ``Surroundings/current``. What a `Monitor` refuses with an error ends the program
/// here, as with Core Location: a name that is not allowed, and a second open of a live name (LD16).
public actor CLMonitor {
    /// The events of all conditions; see ``Events``.
    public let events: Events
    private let watch: ConditionWatch

    /// Opens the monitor of a name, or makes it (L1, L2).
    ///
    /// A store that cannot be used is reported by events with ``Event/persistenceUnavailable`` (L79).
    ///
    /// - Parameter name: 1 to 128 ASCII letters, digits, `.`, `_`, `-`, and spaces inside; any other traps, and so does the
    ///   name of a monitor that is open (LD16).
    public init(_ name: String) async {
        watch = await Surroundings.current.watch(monitor: name)
        events = Events(watch: watch)
    }

    /// Adds a condition under an identifier, in place of another that is there (LD1).
    ///
    /// Its record begins as ``Event/State/unknown`` (L11).
    ///
    /// - Parameters:
    ///   - condition: What is monitored; one that cannot be is reported as ``Event/conditionUnsupported`` (LD16).
    ///   - identifier: By the rule of a monitor's name, but letters and digits may be of any script; any other traps.
    public func add(_ condition: any CLCondition, identifier: String) async {
        await watch.add(condition, identifier: identifier, assuming: .unknown)
    }

    /// Adds a condition whose state the caller knows; an event follows only when that is wrong (L12 to L14).
    ///
    /// - Parameters:
    ///   - condition: What is monitored; one that cannot be is reported as ``Event/conditionUnsupported`` (LD16).
    ///   - identifier: As for ``add(_:identifier:)``.
    ///   - state: What the caller knows.
    public func add(
        _ condition: any CLCondition, identifier: String, assuming state: Event.State
    ) async {
        await watch.add(condition, identifier: identifier, assuming: state)
    }

    /// Stops monitoring a condition and deletes its record; an identifier that is not there changes nothing (L17).
    public func remove(_ identifier: String) async { await watch.remove(identifier) }

    /// The identifiers of all conditions.
    public var identifiers: [String] {
        get async { await watch.identifiers }
    }

    /// The condition and the last event of an identifier whose handling is complete; `nil` when it is not there (L18).
    public func record(for identifier: String) async -> Record? { await watch.record(for: identifier) }
}
