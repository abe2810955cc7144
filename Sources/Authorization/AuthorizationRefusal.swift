/// Why a request, or an answer, changes nothing; Core Location passes over most of these in silence.
public enum AuthorizationRefusal: Error, Hashable, Sendable {
    /// A text that the request needs is missing from the usage descriptions (L88).
    case usageDescriptionMissing
    /// The program is not in use (L87).
    case notInUse
    /// The person has decided, and is not asked again (L86, L89).
    case alreadyDecided
    /// Another question is open.
    case requestInProgress
    /// The purpose has no text in the usage descriptions (L96).
    case unknownPurpose
    /// Accuracy is full already (L96).
    case accuracyIsFull
    /// Nothing is allowed whose accuracy could be raised.
    case notAuthorized
    /// The question that is answered is not, or no longer, open.
    case promptNotOpen
    /// The answer is not among the choices of the question.
    case answerNotOffered
}
