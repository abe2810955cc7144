public import TipCore
public import TipRules

/// Limits for the stored data about a person's tips and events.
public struct TipLimits: Hashable, Sendable {
    /// The most bytes of a ledger, received or stored.
    public static let mostBytes = 262_144
    /// The most writers in a person's ledger: processes on devices.
    public static let mostReplicas = 512
    /// The most displays of one tip by one writer.
    static let mostDisplays: Int64 = 1_000_000
    /// The longest time on screen of one tip by one writer, in microseconds: ten years.
    static let longestDisplay: Int64 = 315_360_000_000_000

    /// The limits of events; other events have the default limits.
    public var events: [RuleText: EventDefinition]
    /// Events that the server must not know (TA10).
    public var deviceEvents: Set<RuleText>
    /// Parameters that the server sets, and never accepts.
    public var facts: Set<RuleText>

    /// Makes limits.
    public init(
        events: [RuleText: EventDefinition] = [:], deviceEvents: Set<RuleText> = [], facts: Set<RuleText> = []
    ) {
        self.events = events
        self.deviceEvents = deviceEvents
        self.facts = facts
    }

    /// Removes the parts that are not stored.
    ///
    /// These are donations beyond the limits of their event, values that the server itself sets, and events
    /// that stay on the device, which an earlier catalogue may have let in.
    ///
    /// Removing before and after joining gives the same result, so that devices and the server agree.
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

    /// Checks the changes of a device.
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
