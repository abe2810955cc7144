/// The enhanced status code of a mail server (RFC 3463), such as 5.1.1 for an unknown recipient.
public struct EnhancedStatus: Sendable, Hashable {
    /// 2 for success, 4 for a temporary failure, 5 for a permanent one.
    public let category: Int
    /// What it is about, from 0 to 999: 1 for addresses, 2 for mailboxes, 7 for policies.
    public let subject: Int
    /// More precisely, from 0 to 999.
    public let detail: Int

    /// Reads a status at the beginning of a text; `nil` if there is none.
    public init?(_ text: some StringProtocol) {
        let word = text.prefix { $0 != " " && $0 != "\t" && $0 != "(" && $0 != ";" }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let category = Self.number(parts[0]), [2, 4, 5].contains(category),
            let subject = Self.number(parts[1]), let detail = Self.number(parts[2])
        else { return nil }
        self.category = category
        self.subject = subject
        self.detail = detail
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// Whether the address does not exist or its mailbox takes no mail, whatever the message says.
    public var concernsRecipient: Bool {
        switch (subject, detail) {
        case (1, 1), (1, 2), (1, 3), (1, 4), (1, 6), (1, 10), (2, 0), (2, 1), (2, 2): true
        default: false
        }
    }
}

extension EnhancedStatus: CustomStringConvertible {
    /// Three numbers with dots between them.
    public var description: String { "\(category).\(subject).\(detail)" }
}
