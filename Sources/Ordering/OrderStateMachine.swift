/// Decides the next stage of an order.
///
/// A change of stage needs only the machine: the store reads stage and version, applies the input, and writes both back with
/// the ``OrderTransition``.
public struct OrderStateMachine: Hashable, Sendable {
    /// The present stage.
    public private(set) var stage: OrderStage
    /// The number of changes so far; each one adds 1.
    public private(set) var version: Int

    /// Makes a machine in a stage.
    public init(stage: OrderStage = .draft, version: Int = 0) {
        self.stage = stage
        self.version = version
    }

    /// Applies an input to the order.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - expectedVersion: The version that the sender of the input saw.
    ///   - cause: Who caused it, with which device, when and why.
    /// - Returns: The record of the change.
    /// - Throws: ``OrderTransitionRefusal/staleVersion(stage:version:)`` when the order has moved on since
    ///   the expected version, ``OrderTransitionRefusal/illegal(stage:input:)`` when the input is not allowed
    ///   in the stage.
    public mutating func apply(
        _ input: OrderInput, expectedVersion: Int, cause: TransitionCause
    ) throws(OrderTransitionRefusal) -> OrderTransition {
        guard expectedVersion == version else { throw .staleVersion(stage: stage, version: version) }
        guard let next = Self.stage(after: input, in: stage) else {
            throw .illegal(stage: stage, input: input)
        }
        let transition = OrderTransition(from: stage, to: next, version: version + 1, cause: cause)
        stage = next
        version += 1
        return transition
    }

    /// Returns the stage after an input, or `nil` when the input is not allowed in the stage.
    ///
    /// Cancelled, rejected and expired orders take no input; a collected order can only be recalled.
    public static func stage(after input: OrderInput, in stage: OrderStage) -> OrderStage? {
        switch (stage, input) {
        case (.draft, .place): .placed
        case (.placed, .accept): .accepted
        case (.placed, .reject), (.accepted, .reject), (.preparing, .reject): .rejected
        case (.draft, .cancel), (.placed, .cancel), (.accepted, .cancel): .cancelled
        case (.draft, .expire), (.placed, .expire): .expired
        case (.accepted, .startPreparing): .preparing
        case (.preparing, .becomeReady): .ready
        case (.ready, .backToPreparing), (.collected, .backToPreparing): .preparing
        case (.ready, .collect), (.notCollected, .collect): .collected
        case (.ready, .markNotCollected): .notCollected
        default: nil
        }
    }
}

/// Why an order did not change its stage.
public enum OrderTransitionRefusal: Error, Hashable, Sendable {
    /// The order has changed; these are its present stage and version.
    case staleVersion(stage: OrderStage, version: Int)
    /// The input is not allowed in the order's stage.
    case illegal(stage: OrderStage, input: OrderInput)
}
