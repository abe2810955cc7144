/// What a program says it needs positions for; without these texts the person is not asked (L88).
///
/// The texts are what the person reads in the prompt. An empty text counts as none.
public struct UsageDescriptions: Hashable, Sendable {
    /// Why while the program is in use.
    public var whenInUse: String? { inUseWords?.text }
    /// Why also while it is not in use; asking for that needs both texts.
    public var always: String? { alwaysWords?.text }
    /// Whether the program takes its service sessions itself, so that reading events takes none (L82, L103).
    public let requiresExplicitSession: Bool
    /// A list rather than a dictionary, which in a page would need chance for its hashes.
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
    ///   - whenInUse: Why while the program is in use.
    ///   - always: Why also while it is not in use.
    ///   - temporaryFullAccuracy: Why with full accuracy, by the key of the purpose, compared byte by byte; of equal keys the first
    ///     counts.
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

    /// Why with full accuracy for a purpose; `nil` when there are no words for it (L96).
    public func fullAccuracyExplanation(for purpose: String) -> String? {
        let key = ExactText(purpose)
        return purposes.first { $0.key == key }?.explanation.text
    }

    private static func words(_ text: String?) -> ExactText? {
        text.flatMap { $0.utf8.isEmpty ? nil : ExactText($0) }
    }
}
