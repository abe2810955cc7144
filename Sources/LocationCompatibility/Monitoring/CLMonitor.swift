/// A named monitor: its conditions, their states, and events when the states change.
///
/// It implements the promises of Core Location's monitor with a `Monitor`: opening a name again finds its
/// conditions and their last events. Its observations come from ``Surroundings/current``. Two errors of a
/// `Monitor` end the program here, as with Core Location: an invalid name, and opening a name that is already
/// open (LD16).
public actor CLMonitor {
    /// The events of all conditions; see ``Events``.
    public let events: Events
    private let watch: ConditionWatch

    /// Opens the monitor with a name, or creates it (L1, L2).
    ///
    /// If the store cannot be used, events with ``Event/persistenceUnavailable`` report that (L79).
    ///
    /// - Parameter name: 1 to 128 ASCII letters, digits, `.`, `_`, `-`, and spaces inside. An invalid name
    ///   traps, and so does the name of an open monitor (LD16).
    public init(_ name: String) async {
        let surroundings = Surroundings.current
        watch = await surroundings.watch(monitor: name)
        surroundings.radio?.listen()
        events = Events(watch: watch)
    }

    /// Adds a condition with an identifier, and replaces an existing one with that identifier (LD1).
    ///
    /// Its record begins as ``Event/State/unknown`` (L11).
    ///
    /// - Parameters:
    ///   - condition: The condition; an unsupported one is reported as ``Event/conditionUnsupported`` (LD16).
    ///   - identifier: The rules for a monitor's name apply, but letters and digits may be of any script. An
    ///     invalid identifier traps.
    public func add(_ condition: any CLCondition, identifier: String) async {
        await watch.add(condition, identifier: identifier, assuming: .unknown)
    }

    /// Adds a condition with an assumed state; an event follows only if that state is wrong (L12 to L14).
    ///
    /// - Parameters:
    ///   - condition: The condition; an unsupported one is reported as ``Event/conditionUnsupported`` (LD16).
    ///   - identifier: As for ``add(_:identifier:)``.
    ///   - state: The assumed state.
    public func add(
        _ condition: any CLCondition, identifier: String, assuming state: Event.State
    ) async {
        await watch.add(condition, identifier: identifier, assuming: state)
    }

    /// Stops monitoring a condition and deletes its record; an unknown identifier changes nothing (L17).
    public func remove(_ identifier: String) async { await watch.remove(identifier) }

    /// The identifiers of all conditions.
    public var identifiers: [String] {
        get async { await watch.identifiers }
    }

    /// The condition and the last acknowledged event of an identifier; `nil` for an unknown identifier (L18).
    public func record(for identifier: String) async -> Record? { await watch.record(for: identifier) }
}
