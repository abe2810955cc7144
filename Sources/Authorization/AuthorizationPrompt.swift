/// A question that the host puts to the person.
public enum AuthorizationPrompt: Hashable, Sendable {
    /// May the program know positions while it is in use?
    case whenInUse(explanation: String)
    /// May it know them always? Nothing has been decided yet.
    case always(explanation: String)
    /// May it know them always, rather than only while it is in use?
    case upgrade(explanation: String)
    /// Shall it really know them always? The second question after a provisional permission (L93).
    case confirmation(explanation: String)
    /// May it know them exactly for a while, for this purpose?
    case temporaryFullAccuracy(purpose: String, explanation: String)

    /// The answers that fit; a host need not offer all of them.
    public var choices: [AuthorizationAnswer] {
        switch self {
        case .whenInUse: [.allowOnce, .allowWhileUsing, .refuse]
        case .always: [.allowOnce, .allowWhileUsing, .allowAlways, .refuse]
        case .upgrade, .confirmation: [.allowWhileUsing, .allowAlways]
        case .temporaryFullAccuracy: [.allowOnce, .refuse]
        }
    }
}

// Texts are compared byte by byte.
extension AuthorizationPrompt {
    /// Compares the kinds of the questions and the bytes of their texts.
    public static func == (left: AuthorizationPrompt, right: AuthorizationPrompt) -> Bool {
        left.kind == right.kind && left.texts == right.texts
    }

    /// Feeds the kind and the bytes of the texts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        for text in texts { hasher.combine(text) }
    }

    private var kind: UInt8 {
        switch self {
        case .whenInUse: 0
        case .always: 1
        case .upgrade: 2
        case .confirmation: 3
        case .temporaryFullAccuracy: 4
        }
    }

    private var texts: [ExactText] {
        switch self {
        case .whenInUse(let text), .always(let text), .upgrade(let text), .confirmation(let text):
            [ExactText(text)]
        case .temporaryFullAccuracy(let purpose, let text): [ExactText(purpose), ExactText(text)]
        }
    }
}

/// What the person answers to a prompt.
public enum AuthorizationAnswer: Hashable, Sendable {
    /// For this use only: it lapses when the program has not been in use for a while.
    case allowOnce
    /// While the program is in use; to ``AuthorizationPrompt/always(explanation:)`` it is provisional for always (L93).
    case allowWhileUsing
    /// At any time.
    case allowAlways
    /// No.
    case refuse
}
