import Cryptography
public import Essentials
import Synchronization
import WebPush

/// The devices and addresses at which notices reach people.
extension NoticeService {
    /// How many channels a person has at most.
    public static let channelsAtMost = 20

    /// The public key to which browsers subscribe, as base64url; `nil` if this server cannot send pushes.
    public var pushKey: String? { composer.publicKey }

    /// Whether this server can send mail.
    public var canMail: Bool { composer.way.mail != nil }

    /// A person's channels, in the order in which they were added.
    ///
    /// - Throws: The store's own error.
    public func channels(of person: PersonID) async throws -> [NoticeChannel] {
        try await store.read { try $0.noticeChannels(of: person) }
    }

    /// The digests of browsers that a person removed in the last month; they do not register again by themselves.
    ///
    /// - Throws: The store's own error.
    public func removedBrowsers(of person: PersonID) async throws -> [String] {
        try await store.read { try $0.removedBrowsers(of: person) }
    }

    /// Adds a channel.
    ///
    /// The same address again changes the channel that has it; of a browser this is a proof of life.
    ///
    /// - Parameters:
    ///   - address: Where notices are to be sent.
    ///   - label: What the person calls it; `nil` leaves it as it is.
    ///   - person: Whose channel it is.
    /// - Returns: The channel, and whether it is new.
    /// - Throws: ``NoticeChannelRefusal``, or the store's own error.
    public func add(
        _ address: NoticeChannel.Address, label: String?, for person: Person
    ) async throws -> (channel: NoticeChannel, isNew: Bool) {
        try check(address)
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let id = NoticeChannelID(at: time, using: &generator)
        let first = try await store.read { reading in
            try reading.channel(at: address, of: person.id, new: id, label: label, time: time)
        }
        // Before anything is stored, so that a refused request leaves nothing behind.
        if address.kind == .mail, first.channel.proof == nil {
            try await mailCode(for: first.channel, to: person)
        }
        return try await store.write { transaction in
            let added = try transaction.channel(at: address, of: person.id, new: id, label: label, time: time)
            // A browser shows notices to whoever sits at it: those of the person who used it before end here.
            if address.kind == .push {
                try transaction.removeNoticeChannels(like: address, exceptOf: person.id)
            }
            try transaction.put(added.channel)
            if let digest = address.browserDigest {
                try transaction.noteBrowser(digest, of: person.id, isRemoved: false, at: time)
            }
            return added
        }
    }

    /// Renames a channel.
    ///
    /// - Throws: ``NoticeChannelRefusal/unknown``, or the store's own error.
    public func rename(_ id: NoticeChannelID, to label: String, by person: PersonID) async throws
        -> NoticeChannel
    {
        try await change(id, of: person) { $0.with(label: label) }
    }

    /// Mails a new code.
    ///
    /// - Throws: ``NoticeChannelRefusal``, or the store's own error.
    public func mailCode(for id: NoticeChannelID, to person: Person) async throws {
        let channel = try await store.read { try $0.noticeChannel(id) }
        guard let channel, channel.person == person.id, channel.address.kind == .mail else {
            throw NoticeChannelRefusal.unknown
        }
        try await mailCode(for: channel, to: person)
    }

    /// Confirms an e-mail address by the code that was mailed there.
    ///
    /// - Throws: ``NoticeChannelRefusal``, or the store's own error.
    public func confirm(_ id: NoticeChannelID, code: String, by person: PersonID) async throws
        -> NoticeChannel
    {
        let time = now()
        let known = try await store.read { try $0.noticeChannel(id) }
        guard let known, known.person == person else { throw NoticeChannelRefusal.unknown }
        if let wait = codeLimit.add(person.rawValue, at: time) {
            throw NoticeChannelRefusal.tooManyCodes(retryAfter: wait)
        }
        let pending = codes.withLock { codes in
            codes[id]?.tries += 1
            return codes[id]
        }
        guard let pending, time < pending.expires, pending.tries <= Self.triesPerCode,
            constantTimeEqual(pending.digest, SHA256.digest(of: code.utf8))
        else { throw NoticeChannelRefusal.wrongCode }
        let channel = try await change(id, of: person) { $0.with(proof: time) }
        codes.withLock { $0[id] = nil }
        return channel
    }

    /// Removes a channel; nothing more is sent there.
    ///
    /// - Throws: ``NoticeChannelRefusal/unknown``, or the store's own error.
    public func remove(_ id: NoticeChannelID, by person: PersonID) async throws {
        let time = now()
        try await store.write { transaction in
            guard let channel = try transaction.noticeChannel(id), channel.person == person else {
                throw NoticeChannelRefusal.unknown
            }
            try transaction.removeNoticeChannel(channel.id)
            if let digest = channel.address.browserDigest {
                try transaction.noteBrowser(digest, of: person, isRemoved: true, at: time)
            }
        }
    }

    /// Sends one notice to one channel, so that the person sees whether it works.
    ///
    /// - Throws: ``NoticeChannelRefusal/unknown``, ``NoticeChannelRefusal/tooManyTests(retryAfter:)``, or the store's
    ///   own error.
    public func test(_ id: NoticeChannelID, by person: PersonID) async throws -> NoticeID {
        let time = now()
        if let wait = testLimit.add(person.rawValue, at: time) {
            throw NoticeChannelRefusal.tooManyTests(retryAfter: wait)
        }
        let notice = try await store.write { transaction in
            guard let channel = try transaction.noticeChannel(id), channel.person == person,
                channel.state(at: time) != .unconfirmed
            else { throw NoticeChannelRefusal.unknown }
            let notice = try transaction.store(.test, about: .channel(channel.id), for: person, at: time)
            try transaction.insertDelivery(of: notice, to: channel, began: time, due: time)
            return notice.id
        }
        sender.checkAgain()
        return notice
    }

    // MARK: - Changes and checks

    private func change(
        _ id: NoticeChannelID, of person: PersonID,
        _ body: @escaping @Sendable (NoticeChannel) -> NoticeChannel
    ) async throws -> NoticeChannel {
        try await store.write { transaction in
            guard let channel = try transaction.noticeChannel(id), channel.person == person else {
                throw NoticeChannelRefusal.unknown
            }
            let changed = body(channel)
            try transaction.put(changed)
            return changed
        }
    }

    private func mailCode(for channel: NoticeChannel, to person: Person) async throws {
        guard case .mail(let address) = channel.address, let send = composer.way.mail else {
            throw NoticeChannelRefusal.mailNotConfigured
        }
        let time = now()
        let name = person.id.rawValue
        if let wait = codeLimit.add(name, at: time) ?? codeMailLimit.add(name, at: time) {
            throw NoticeChannelRefusal.tooManyCodes(retryAfter: wait)
        }
        let code = String(String(UInt32.random(in: 1_000_000..<2_000_000)).dropFirst())
        let pending = PendingCode(
            digest: SHA256.digest(of: code.utf8), expires: time.advanced(by: Self.codeLasts))
        codes.withLock { codes in
            codes = codes.filter { time < $0.value.expires }
            codes[channel.id] = pending
        }
        let preferences = try await store.read { try $0.preferences(of: person.id) }
        let words = NoticeWords(for: person, preferences, on: try campuses.inForce(), catalogues)
        let text = words.codeMail(code)
        let mail = NoticeMail(
            to: address, subject: text.title, text: text.body, path: "/notice-settings",
            linkText: words.openLink,
            language: text.language, name: "code.\(channel.id).\(time.millisecondsSinceEpoch)",
            isNotice: false)
        switch await send(mail) {
        case .handedOver: return
        case .bounced(let code), .refused(let code), .failed(let code):
            throw NoticeChannelRefusal.mailFailed(code: code)
        }
    }

    /// Refuses an address that is none of its kind.
    private func check(_ address: NoticeChannel.Address) throws(NoticeChannelRefusal) {
        switch address {
        case .push(let endpoint, let key, let secret):
            do throws(PushSubscriptionError) {
                let endpoint = try PushEndpoint(endpoint, allowingHTTPFor: composer.way.plainHosts)
                _ = try PushSubscription(endpoint: endpoint, publicPoint: key, authenticationSecret: secret)
            } catch { throw .malformed(field: error.field, reason: "\(error)") }
        case .ntfy(let url, let token):
            try check(url: url, hasTopic: true)
            try Self.check(token: token ?? "", mayBeEmpty: true)
        case .gotify(let url, let token):
            try check(url: url, hasTopic: false)
            try Self.check(token: token, mayBeEmpty: false)
        case .mail(let address):
            guard canMail else { throw .mailNotConfigured }
            guard NoticeAddress.isMail(address) else {
                throw .malformed(
                    field: "address",
                    reason: "The address must be an e-mail address, such as ana@example.org.")
            }
        }
    }

    private func check(url: String, hasTopic: Bool) throws(NoticeChannelRefusal) {
        guard NoticeAddress.isWeb(url, hasTopic: hasTopic, allowingHTTPFor: composer.way.plainHosts) else {
            let example = hasTopic ? "https://ntfy.sh/my-topic" : "https://gotify.example.org"
            throw .malformed(field: "url", reason: "The url must be an address such as \(example).")
        }
    }

    private static func check(token: String, mayBeEmpty: Bool) throws(NoticeChannelRefusal) {
        let isToken = token.utf8.count <= 256 && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isToken, mayBeEmpty || !token.isEmpty else {
            throw .malformed(
                field: "token", reason: "The token must have at most 256 visible ASCII characters.")
        }
    }
}

extension NoticeChannel {
    fileprivate func with(label: String) -> NoticeChannel {
        NoticeChannel(
            id: id, person: person, address: address, label: label, since: since, proof: proof,
            failure: failure)
    }

    fileprivate func with(proof: Timestamp) -> NoticeChannel {
        NoticeChannel(
            id: id, person: person, address: address, label: label, since: since, proof: proof, failure: nil)
    }
}

extension NoticeChannel.Address {
    /// What makes two addresses the same channel.
    fileprivate var target: [String] {
        switch self {
        case .push(let url, _, _), .ntfy(let url, _), .gotify(let url, _): [kind.rawValue, url]
        case .mail(let address): [kind.rawValue, address.lowercased()]
        }
    }
}

extension ReadTransaction {
    /// The channel that a person gets with an address: the one that has it, or a new one.
    ///
    /// - Throws: ``NoticeChannelRefusal/tooMany(_:)``, or the store's own error.
    fileprivate func channel(
        at address: NoticeChannel.Address, of person: PersonID, new id: NoticeChannelID, label: String?,
        time: Timestamp
    ) throws -> (channel: NoticeChannel, isNew: Bool) {
        let channels = try noticeChannels(of: person)
        let known = channels.first { $0.address.target == address.target }
        guard known != nil || channels.count < NoticeService.channelsAtMost else {
            throw NoticeChannelRefusal.tooMany(NoticeService.channelsAtMost)
        }
        // An address of a mail belongs to the person only when the code comes back; another spelling may be another mailbox.
        let proof = address.kind == .mail ? known?.proof : time
        let address = address.kind == .mail ? known?.address ?? address : address
        let channel = NoticeChannel(
            id: known?.id ?? id, person: person, address: address, label: label ?? known?.label ?? "",
            since: known?.since ?? time, proof: proof, failure: known?.failure)
        return (channel, known == nil)
    }
}

extension PushSubscriptionError {
    /// The member of the request that is wrong.
    fileprivate var field: String {
        switch self {
        case .incomplete, .endpointTooLong, .endpointMalformed, .endpointNotSecure: "endpoint"
        case .publicKeyNotation, .publicKeyLength, .publicKeyNotOnCurve: "p256dh"
        case .secretNotation, .secretLength: "auth"
        }
    }
}
