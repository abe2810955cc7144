/// A program's reasons for using positions; without these texts the person is not asked (L88).
///
/// The prompts show these texts to the person. An empty text counts as missing.
public struct UsageDescriptions: Hashable, Sendable {
    /// The reason for use while the program is in use.
    public var whenInUse: String? { inUseWords?.text }
    /// The reason for use at any time; a request for that needs both texts.
    public var always: String? { alwaysWords?.text }
    /// Whether the program takes its service sessions itself; then reading events takes none (L82, L103).
    public let requiresExplicitSession: Bool
    /// A list instead of a dictionary, which would need random numbers for its hashes in a web page.
    private let purposes: [Purpose]

    private let inUseWords: ExactText?
    private let alwaysWords: ExactText?

    private struct Purpose: Hashable {
        let key: ExactText
        let explanation: ExactText
    }

    /// Collects the descriptions.
    ///
    /// - Parameters:
    ///   - whenInUse: The reason for use while the program is in use.
    ///   - always: The reason for use at any time.
    ///   - temporaryFullAccuracy: The reasons for full accuracy, by the key of the purpose. Keys are compared
    ///     byte by byte; if two are equal, the first counts.
    ///   - requiresExplicitSession: Whether the program takes its service sessions itself.
    public init(
        whenInUse: String? = nil, always: String? = nil,
        temporaryFullAccuracy: KeyValuePairs<String, String> = [:],
        requiresExplicitSession: Bool = false
    ) {
        inUseWords = Self.words(whenInUse)
        alwaysWords = Self.words(always)
        purposes = temporaryFullAccuracy.compactMap { key, explanation in
            Self.words(explanation).map { Purpose(key: ExactText(key), explanation: $0) }
        }
        self.requiresExplicitSession = requiresExplicitSession
    }

    /// The reason for full accuracy for a purpose; `nil` when there is none (L96).
    public func fullAccuracyExplanation(for purpose: String) -> String? {
        let key = ExactText(purpose)
        return purposes.first { $0.key == key }?.explanation.text
    }

    private static func words(_ text: String?) -> ExactText? {
        text.flatMap { $0.utf8.isEmpty ? nil : ExactText($0) }
    }
}
