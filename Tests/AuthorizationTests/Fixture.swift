import Authorization
import Observations

/// So many seconds after the program began.
func at(_ seconds: Int64) -> ObservationTime { ObservationTime(microseconds: seconds * 1_000_000) }

extension UsageDescriptions {
    /// Every text that can be asked for.
    static let complete = UsageDescriptions(
        whenInUse: "For the menu.", always: "For the door.", temporaryFullAccuracy: ["door": "Which door?"])
    /// The same, for a program that takes its sessions itself.
    static let explicit = UsageDescriptions(
        whenInUse: "For the menu.", always: "For the door.", requiresExplicitSession: true)
}

extension AuthorizationPrompt {
    static let menu = AuthorizationPrompt.whenInUse(explanation: "For the menu.")
    static let door = AuthorizationPrompt.always(explanation: "For the door.")
    static let upgradeDoor = AuthorizationPrompt.upgrade(explanation: "For the door.")
    static let confirmDoor = AuthorizationPrompt.confirmation(explanation: "For the door.")
    static let exactDoor = AuthorizationPrompt.temporaryFullAccuracy(
        purpose: "door", explanation: "Which door?")
}

extension AuthorizationStateMachine {
    /// A machine for which the person has decided already.
    static func deciding(
        _ grant: AuthorizationDecision.Grant, accuracy: AccuracyAuthorization = .fullAccuracy,
        usage: UsageDescriptions = .complete, isInUse: Bool = true
    ) -> AuthorizationStateMachine {
        let memory = AuthorizationMemory(decision: AuthorizationDecision(grant, accuracy: accuracy))
        return AuthorizationStateMachine(usage, recalling: memory, isInUse: isInUse, at: at(0))
    }
}
