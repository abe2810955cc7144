/// A question that the host asks the person.
public enum AuthorizationPrompt: Hashable, Sendable {
    /// May the program use positions while it is in use?
    case whenInUse(explanation: String)
    /// May it always use them, although nothing has been decided yet?
    case always(explanation: String)
    /// May it always use them, instead of only while it is in use?
    case upgrade(explanation: String)
    /// May it really always use them, as the second question after a provisional grant (L93)?
    case confirmation(explanation: String)
    /// May it use exact positions for a while, for this purpose?
    case temporaryFullAccuracy(purpose: String, explanation: String)

    /// The possible answers; a host need not offer all of them.
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

    /// Hashes the kind and the bytes of the texts.
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

/// The person's answer to a prompt.
public enum AuthorizationAnswer: Hashable, Sendable {
    /// For this use only: it ends when the program has not been in use for a while.
    case allowOnce
    /// While the program is in use; for ``AuthorizationPrompt/always(explanation:)``, this grants a
    /// provisional always (L93).
    case allowWhileUsing
    /// At any time.
    case allowAlways
    /// No.
    case refuse
}
