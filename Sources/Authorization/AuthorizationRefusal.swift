/// Why a request or an answer changes nothing; Core Location ignores most of these without an error.
public enum AuthorizationRefusal: Error, Hashable, Sendable {
    /// A text that the request needs is missing from the usage descriptions (L88).
    case usageDescriptionMissing
    /// The program is not in use (L87).
    case notInUse
    /// The person has decided and is not asked again (L86, L89).
    case alreadyDecided
    /// Another question is open.
    case requestInProgress
    /// The purpose has no text in the usage descriptions (L96).
    case unknownPurpose
    /// Accuracy is full already (L96).
    case accuracyIsFull
    /// Without an authorisation, there is no accuracy to raise.
    case notAuthorized
    /// The answered question is not open, or no longer open.
    case promptNotOpen
    /// The answer is not among the choices of the question.
    case answerNotOffered
}
