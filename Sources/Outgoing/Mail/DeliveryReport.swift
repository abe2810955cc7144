/// What a mail server reports about a message that was sent earlier (RFC 3464): usually that it could not be delivered.
public struct DeliveryReport: Sendable, Hashable {
    /// What happened for a recipient.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        /// The message was not delivered, and the server does not try again.
        case failed
        /// The server goes on trying.
        case delayed
        /// The message was delivered.
        case delivered
        /// The message went to a server that does not report.
        case relayed
        /// The message went to a list.
        case expanded
    }

    /// One recipient of the message.
    public struct Recipient: Sendable, Hashable {
        /// The address as the last server knows it: visible ASCII, at most 320 characters.
        public let address: String
        /// The address as it was written at the beginning, if the server says so.
        public let originalAddress: String?
        /// What happened.
        public let action: Action
        /// Why, as numbers.
        public let status: EnhancedStatus?
        /// Why, as the last server said it, in one line of at most 500 visible ASCII characters.
        public let diagnostic: String?

        /// Whether the message was not delivered and will not be: the action is `failed` and the status from 5.
        public var isPermanentFailure: Bool { action == .failed && status?.category == 5 }
    }

    /// What is reported, one for each recipient; at least one.
    public let recipients: [Recipient]
    /// The identifier of the message, without angle brackets, if the report returns its header.
    public let originalMessageIdentifier: String?

    private static let depthLimit = 3
    private static let recipientLimit = 100
    private static let returnedTypes: Set<String> = [
        "message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global",
        "message/global-headers",
    ]

    /// Reads a message; `nil` if it is no report.
    ///
    /// Any bytes are read without harm, also a report that was cut.
    ///
    /// - Complexity: O(*n*) in the count of bytes.
    public init?(parsing bytes: [UInt8]) {
        let entity = MIMEEntity(bytes[...])
        let parts = Self.leaves(entity, depth: 0)
        let recipients =
            parts.filter { ["message/delivery-status", "message/global-delivery-status"].contains($0.type) }
            .flatMap(Self.recipients)
        guard !recipients.isEmpty else { return nil }
        self.recipients = Array(recipients.prefix(Self.recipientLimit))
        originalMessageIdentifier =
            parts.lazy.filter { Self.returnedTypes.contains($0.type) }
            .compactMap { MIMEEntity($0.body[...])["message-id"].flatMap(Self.identifier) }.first
    }

    /// The parts that have no parts.
    private static func leaves(_ entity: MIMEEntity, depth: Int) -> [MIMEEntity] {
        guard depth < depthLimit, case let parts = entity.parts, !parts.isEmpty else { return [entity] }
        return parts.flatMap { leaves($0, depth: depth + 1) }
    }

    /// Reads groups of fields with empty lines between them; the first one is about the message as a whole.
    private static func recipients(_ part: MIMEEntity) -> [Recipient] {
        let body = part.body
        var lines = MIMELines(body[...])
        var recipients: [Recipient] = []
        while !lines.rest.isEmpty, recipients.count < recipientLimit {
            let start = lines.rest.startIndex
            var end = start
            while let line = lines.next(), !line.isEmpty { end = lines.rest.startIndex }
            if end > start, let recipient = Recipient(MIMEEntity(body[start..<end])) {
                recipients.append(recipient)
            }
        }
        return recipients
    }

    private static func identifier(_ value: String) -> String? {
        guard let start = value.firstIndex(of: "<"), let end = value[start...].firstIndex(of: ">") else {
            return nil
        }
        let identifier = value[value.index(after: start)..<end]
        guard (3...250).contains(identifier.utf8.count),
            identifier.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return String(identifier)
    }
}

extension DeliveryReport.Recipient {
    fileprivate init?(_ fields: MIMEEntity) {
        guard let address = fields["final-recipient"].flatMap(Self.address),
            let word = fields["action"]?.prefix(while: { $0.isLetter }).lowercased(),
            let action = DeliveryReport.Action(rawValue: word)
        else { return nil }
        self.address = address
        self.action = action
        originalAddress = fields["original-recipient"].flatMap(Self.address)
        status = fields["status"].flatMap { EnhancedStatus($0) }
        diagnostic = fields["diagnostic-code"]?.visibleASCII(500)
    }

    /// What stands behind the type, `rfc822;` for most.
    private static func address(_ value: String) -> String? {
        let parts = value.split(separator: ";", maxSplits: 1)
        let address = (parts.count == 2 ? parts[1] : parts.first ?? "")
            .drop { $0 == " " || $0 == "<" }.prefix { $0 != ">" && $0 != " " }
        guard (1...320).contains(address.utf8.count), address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return String(address)
    }
}
