/// Why a browser that comes back from a provider is not signed in.
public enum CallbackRefusal: Error, Sendable, Hashable {
    /// A parameter is there twice.
    case repeatedParameter
    /// There is no state.
    case missingState
    /// The state is not the one of this sign-in.
    case wrongState
    /// The person took more than ten minutes.
    case tooLate
    /// The answer is another provider's than the one that was asked.
    case wrongIssuer
    /// The provider always names itself in its answers, and this one has no name.
    case missingIssuer
    /// The provider did not sign the person in.
    case refusedByProvider(ProviderErrorCode)
    /// There is no code.
    case missingCode

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension CallbackRefusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .repeatedParameter: ("callback-repeated-parameter", "The answer has a parameter twice.")
        case .missingState: ("callback-no-state", "The answer has no state.")
        case .wrongState: ("callback-state", "The answer does not belong to this sign-in.")
        case .tooLate: ("callback-too-late", "The sign-in took longer than ten minutes.")
        case .wrongIssuer: ("callback-issuer", "The answer comes from another provider.")
        case .missingIssuer: ("callback-no-issuer", "The answer does not name its provider.")
        case .refusedByProvider(let error):
            ("callback-refused", "The provider did not sign the person in: \(error).")
        case .missingCode: ("callback-no-code", "The answer has no code.")
        }
    }
}
