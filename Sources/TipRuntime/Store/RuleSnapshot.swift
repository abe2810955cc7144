import TipCore

/// A copy of a store's machine for the closures of rules.
///
/// Rules are evaluated under the store's lock. A closure that reads the same store, such as a parameter or the status of a tip,
/// reads this copy: it would otherwise wait for itself. Its changes are dropped.
final class RuleSnapshot: Sendable {
    @TaskLocal private static var current: RuleSnapshot?

    private let store: ObjectIdentifier
    private let machine: TipStateMachine

    private init(_ store: TipStore, _ machine: TipStateMachine) {
        self.store = ObjectIdentifier(store)
        self.machine = machine
    }

    /// The copy for closures of rules; `nil` outside of them.
    static func machine(of store: TipStore) -> TipStateMachine? {
        guard let current, current.store == ObjectIdentifier(store) else { return nil }
        return current.machine
    }

    /// Runs a body whose closures of rules read a copy of the machine.
    static func during<Result>(
        _ store: TipStore, _ machine: inout TipStateMachine, bringsFunctions: Bool = false,
        _ body: (inout TipStateMachine) -> Result
    ) -> Result {
        // With a copy, every change copies the changed part; without functions nothing reads the copy.
        guard bringsFunctions || machine.usesFunctions else { return body(&machine) }
        return $current.withValue(RuleSnapshot(store, machine)) { body(&machine) }
    }
}
