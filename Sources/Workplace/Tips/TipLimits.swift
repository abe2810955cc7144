public import TipCore
public import TipRules

/// What the server keeps of a person's events.
public struct TipLimits: Hashable, Sendable {
    /// The most bytes of a ledger that are taken, and kept of a person.
    public static let mostBytes = 262_144
    /// The most writers in a person's ledger: processes on devices.
    public static let mostReplicas = 512
    /// The most displays of one tip by one writer.
    static let mostDisplays: Int64 = 1_000_000
    /// The longest that one writer shows one tip, in microseconds: ten years.
    static let longestDisplay: Int64 = 315_360_000_000_000

    /// What events keep; those that are not named keep what is usual.
    public var events: [RuleText: EventDefinition]
    /// Events that the server must not know (TA10).
    public var deviceEvents: Set<RuleText>
    /// Parameters that the server gives, and never takes.
    public var facts: Set<RuleText>

    /// Makes limits.
    public init(
        events: [RuleText: EventDefinition] = [:], deviceEvents: Set<RuleText> = [], facts: Set<RuleText> = []
    ) {
        self.events = events
        self.deviceEvents = deviceEvents
        self.facts = facts
    }

    /// Drops what is not kept: donations beyond what their event keeps, values that the server gives itself, and events that
    /// stay on the device, which may have come when they did not yet.
    ///
    /// Dropping before and after joining comes to the same, so that devices and the server agree.
    func trim(_ ledger: inout TipLedger, at now: RuleTime) {
        for name in ledger.parameters.keys where facts.contains(name) { ledger.parameters[name] = nil }
        for name in ledger.events.keys {
            guard !deviceEvents.contains(name) else {
                ledger.events[name] = nil
                continue
            }
            let definition = events[name] ?? EventDefinition()
            ledger.events[name]?.keepNewest(definition.maximumCount)
            if let age = definition.maximumAge {
                ledger.events[name]?.keep(since: now.advanced(byMicroseconds: -age.microseconds))
            }
        }
    }

    /// Checks what a device has sent.
    ///
    /// - Throws: ``TipRefusal/impossible``, ``TipRefusal/staysOnDevice(_:)``.
    func check(_ changes: TipLedger) throws(TipRefusal) {
        let local = changes.events.keys.filter { deviceEvents.contains($0) }.sorted()
        guard local.isEmpty else { throw .staysOnDevice(local) }
        guard changes.tips.values.allSatisfy(Self.isPossible) else { throw .impossible }
    }

    private static func isPossible(_ record: TipRecord) -> Bool {
        record.displays.allSatisfy { $0.count <= mostDisplays && $0.microseconds <= longestDisplay }
    }
}
