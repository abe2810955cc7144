/// Why a call to a provider did not help.
public enum ProviderFailure: Error, Sendable, Hashable {
    /// No answer came; with what the client for HTTP said.
    case unreachable(String)
    /// The answer has a status that was not expected.
    case status(Int)
    /// The answer is not what the standard says.
    case malformed
    /// The provider refused the code.
    case refused(ProviderErrorCode)
    /// The answer to the code has no ID token.
    case noIDToken
    /// A call failed a moment ago; the next one waits a little.
    case waiting

    /// The stable name of the failure, for programs.
    public var code: String { words.code }
}

extension ProviderFailure: CustomStringConvertible {
    /// The failure as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .unreachable(let cause): ("provider-unreachable", "The provider does not answer: \(cause)")
        case .status(let status): ("provider-status", "The provider answers with status \(status).")
        case .malformed: ("provider-malformed", "The provider's answer is malformed.")
        case .refused(let error): ("provider-refused", "The provider refuses the code: \(error).")
        case .noIDToken: ("provider-no-id-token", "The provider's answer has no ID token.")
        case .waiting: ("provider-waiting", "The provider did not answer a moment ago.")
        }
    }
}
