/// What a program says it needs positions for; without the words for it, nobody is asked (L88).
///
/// The texts are what the person reads in the prompt. An empty text counts as none.
public struct UsageDescriptions: Hashable, Sendable {
    /// Why while the program is in use.
    public let whenInUse: String?
    /// Why also while it is not in use; asking for that needs both texts.
    public let always: String?
    /// Whether the program takes its service sessions itself, so that reading events takes none (L82, L103).
    public let requiresExplicitSession: Bool
    /// A list rather than a dictionary, which in a page would need chance for its hashes.
    private let purposes: [Purpose]

    private struct Purpose: Hashable {
        let key: String
        let explanation: String
    }

    /// Collects the descriptions.
    ///
    /// - Parameters:
    ///   - whenInUse: Why while the program is in use.
    ///   - always: Why also while it is not in use.
    ///   - temporaryFullAccuracy: Why with full accuracy, by the key of the purpose; of equal keys the first counts.
    ///   - requiresExplicitSession: Whether the program takes its service sessions itself.
    public init(
        whenInUse: String? = nil, always: String? = nil,
        temporaryFullAccuracy: KeyValuePairs<String, String> = [:],
        requiresExplicitSession: Bool = false
    ) {
        self.whenInUse = Self.words(whenInUse)
        self.always = Self.words(always)
        purposes = temporaryFullAccuracy.compactMap { key, explanation in
            explanation.isEmpty ? nil : Purpose(key: key, explanation: explanation)
        }
        self.requiresExplicitSession = requiresExplicitSession
    }

    /// Why with full accuracy for a purpose; `nil` when there are no words for it (L96).
    public func fullAccuracyExplanation(for purpose: String) -> String? {
        purposes.first { $0.key == purpose }?.explanation
    }

    private static func words(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
