/// What a program says it needs positions for; without the words for it, nobody is asked (L88).
///
/// The texts are what the person reads in the prompt. An empty text counts as none.
public struct UsageDescriptions: Hashable, Sendable {
    /// Why while the program is in use.
    public let whenInUse: String?
    /// Why also while it is not in use; asking for that needs both texts.
    public let always: String?
    /// Why with full accuracy, by the key of the purpose.
    public let temporaryFullAccuracy: [String: String]
    /// Whether the program takes its service sessions itself, so that reading events takes none (L82, L103).
    public let requiresExplicitSession: Bool

    /// Collects the descriptions.
    public init(
        whenInUse: String? = nil, always: String? = nil, temporaryFullAccuracy: [String: String] = [:],
        requiresExplicitSession: Bool = false
    ) {
        self.whenInUse = Self.words(whenInUse)
        self.always = Self.words(always)
        self.temporaryFullAccuracy = temporaryFullAccuracy.filter { !$0.value.isEmpty }
        self.requiresExplicitSession = requiresExplicitSession
    }

    private static func words(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
