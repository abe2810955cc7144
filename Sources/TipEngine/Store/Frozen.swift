import TipCore

/// A store as it was when a rule of this process began to be evaluated.
///
/// Rules are evaluated under the store's lock. A closure that asks the same store, for another parameter or the status of a tip, is
/// answered from this, because it would wait for itself otherwise. What it changes is dropped.
final class Frozen: Sendable {
    @TaskLocal private static var current: Frozen?

    private let store: ObjectIdentifier
    private let machine: TipStateMachine

    private init(_ store: TipStore, _ machine: TipStateMachine) {
        self.store = ObjectIdentifier(store)
        self.machine = machine
    }

    /// What to ask in place of a store: nothing outside of its rules.
    static func machine(of store: TipStore) -> TipStateMachine? {
        guard let current, current.store == ObjectIdentifier(store) else { return nil }
        return current.machine
    }

    /// Runs a body in which closures of rules find the machine as it is now.
    static func around<Result>(
        _ store: TipStore, _ machine: inout TipStateMachine, bringsFunctions: Bool = false,
        _ body: (inout TipStateMachine) -> Result
    ) -> Result {
        // The copy would make every change copy what it touches; without functions nobody looks at it.
        guard bringsFunctions || machine.usesFunctions else { return body(&machine) }
        return $current.withValue(Frozen(store, machine)) { body(&machine) }
    }
}
