import Cryptography
import Essentials
import JSON
import Synchronization
import WebPush

/// A notice with its channel, and what its words depend on.
struct NoticeLetter: Sendable {
    let notice: Notice
    let channel: NoticeChannel
    let settings: NoticeSettings
    let preferences: Preferences
    let person: Person
    let campus: Campus
}

extension ReadTransaction {
    /// What a delivery sends; `nil` when the notice was read or no longer holds, or its channel was removed.
    func letter(of delivery: NoticeDelivery, on campus: Campus) throws -> NoticeLetter? {
        guard let id = delivery.channel, let channel = try noticeChannel(id),
            let notice = try readableNotice(of: delivery),
            let person = campus.person(delivery.person), !person.isSuspended
        else { return nil }
        return NoticeLetter(
            notice: notice, channel: channel, settings: try noticeSettings(of: person.id),
            preferences: try preferences(of: person.id), person: person, campus: campus)
    }
}

/// Makes the message of a notice for a channel and hands it over.
final class NoticeComposer: Sendable {
    let catalogues: NoticeCatalogues
    private let transport = Mutex(NoticeTransport.none)
    private let key = Mutex<ApplicationServerKey?>(nil)
    private let authorizations = Mutex<PushAuthorizations?>(nil)
    private let now: @Sendable () -> Timestamp

    init(catalogues: NoticeCatalogues, now: @escaping @Sendable () -> Timestamp) {
        self.catalogues = catalogues
        self.now = now
    }

    /// Sets how notices leave this machine, and the key that signs pushes.
    ///
    /// - Throws: `PushSubjectError` for a contact that push services refuse.
    func take(_ transport: NoticeTransport, _ key: ApplicationServerKey) throws(PushSubjectError) {
        let authorizations = try transport.contact.map { text throws(PushSubjectError) in
            PushAuthorizations(key: key, subject: try PushSubject(text))
        }
        self.authorizations.withLock { $0 = authorizations }
        self.key.withLock { $0 = key }
        self.transport.withLock { $0 = transport }
    }

    /// How notices leave this machine.
    var way: NoticeTransport { transport.withLock { $0 } }

    /// The public key to which browsers subscribe, as base64url; `nil` if pushes cannot be sent.
    var publicKey: String? {
        guard way.contact != nil else { return nil }
        return key.withLock { $0?.publicKey }
    }

    /// Hands a notice over.
    func send(_ letter: NoticeLetter) async -> DeliveryOutcome {
        let words = NoticeWords(for: letter.person, letter.preferences, on: letter.campus, catalogues)
        let text = words.text(of: letter.notice, letter.settings.detail)
        switch letter.channel.address {
        case .push(let endpoint, let key, let secret):
            return await push(letter.notice, text, to: endpoint, key: key, secret: secret)
        case .ntfy(let url, let token): return await call(ntfy(letter.notice, text, url, token))
        case .gotify(let url, let token): return await call(gotify(letter.notice, text, url, token))
        case .mail(let address): return await mail(letter.notice, text, words, to: address)
        }
    }

    // MARK: - Web Push

    private func push(
        _ notice: Notice, _ text: NoticeText, to endpoint: String, key: [UInt8], secret: [UInt8]
    ) async -> DeliveryOutcome {
        let (time, way) = (now(), way)
        let request: PushRequest
        do {
            let subscription = try PushSubscription(
                endpoint: PushEndpoint(endpoint, allowingHTTPFor: way.plainHosts), publicPoint: key,
                authenticationSecret: secret)
            let message = try PushMessage(
                body: document(of: notice, text, way.origin),
                timeToLive: max(time.duration(to: notice.expires), .zero),
                urgency: notice.kind.urgency, topic: PushTopic(digestOf: notice.subject.tag))
            let authorization = try authorizations.withLock {
                try $0?.authorization(for: subscription.endpoint, at: time.millisecondsSinceEpoch / 1_000)
            }
            guard let authorization else { return .refused(code: "push-not-configured") }
            request = try PushRequest(message, to: subscription, authorization: authorization)
        } catch let error as PushSubscriptionError { return .refused(code: error.code) } catch {
            return .refused(code: "push-malformed")
        }
        let call = NoticeCall(url: request.url.text, header: request.header, body: request.body)
        return DeliveryOutcome(await way.call(call), at: time, isPush: true)
    }

    /// One document for browsers that show it themselves (declarative Web Push) and for our service worker.
    private func document(of notice: Notice, _ text: NoticeText, _ origin: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("web_push", 8030)
            json.member("notification") { json in
                json.object { json in
                    json.member("title", text.title)
                    json.member("body", text.body)
                    json.member("navigate", origin + notice.path)
                    json.member("lang", text.language.description)
                    json.member("dir", text.language.isRightToLeft ? "rtl" : "ltr")
                    json.member("tag", notice.subject.tag)
                    json.member("data") { json in
                        json.object { json in
                            json.member("notice", notice.id.rawValue)
                            json.member("version", notice.version)
                            json.member("kind", notice.kind.rawValue)
                        }
                    }
                }
            }
        }
        return json.bytes
    }

    // MARK: - ntfy and Gotify

    private func ntfy(_ notice: Notice, _ text: NoticeText, _ url: String, _ token: String?) -> NoticeCall {
        let (server, topic) = Self.split(url)
        var json = JSONWriter()
        json.object { json in
            json.member("topic", topic)
            json.member("title", text.title)
            json.member("message", text.body)
            json.member("priority", notice.kind.urgency == .high ? 4 : 3)
            json.member("click", way.origin + notice.path)
        }
        var header = [(name: "Content-Type", value: "application/json")]
        if let token { header.append((name: "Authorization", value: "Bearer \(token)")) }
        return NoticeCall(url: server, header: header, body: json.bytes)
    }

    private func gotify(_ notice: Notice, _ text: NoticeText, _ url: String, _ token: String) -> NoticeCall {
        var json = JSONWriter()
        json.object { json in
            json.member("title", text.title)
            json.member("message", text.body)
            json.member("priority", notice.kind.urgency == .high ? 8 : 5)
            json.member("extras") { json in
                json.object { json in
                    json.member(named: "client::notification") { json in
                        json.object { json in
                            json.member("click") { json in
                                json.object { $0.member("url", way.origin + notice.path) }
                            }
                        }
                    }
                }
            }
        }
        return NoticeCall(
            url: url + "/message",
            header: [
                (name: "Content-Type", value: "application/json"), (name: "X-Gotify-Key", value: token),
            ],
            body: json.bytes)
    }

    /// The server of a topic's URL, and the topic.
    private static func split(_ url: String) -> (server: String, topic: String) {
        guard let slash = url.lastIndex(of: "/") else { return (url, "") }
        return (String(url[...slash]), String(url[url.index(after: slash)...]))
    }

    private func call(_ call: NoticeCall) async -> DeliveryOutcome {
        DeliveryOutcome(await way.call(call), at: now(), isPush: false)
    }

    // MARK: - Mail

    private func mail(
        _ notice: Notice, _ text: NoticeText, _ words: NoticeWords, to address: String
    ) async -> DeliveryOutcome {
        guard let send = way.mail else { return .refused(code: "mail-not-configured") }
        let mail = NoticeMail(
            to: address, subject: text.title, text: text.body, path: notice.path, linkText: words.openLink,
            language: text.language, name: "\(notice.id).\(notice.version)", isNotice: true)
        return switch await send(mail) {
        case .handedOver: .handedOver
        case .bounced(let code): .bounced(code: code)
        case .refused(let code): .refused(code: code)
        case .failed(let code): .failed(code: code, retryAfter: nil)
        }
    }
}

extension DeliveryOutcome {
    /// What a server's answer means.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - time: When it came.
    ///   - isPush: Whether it is a push service, which says with 404 and 410 that a subscription has ended.
    init(_ answer: NoticeAnswer, at time: Timestamp, isPush: Bool) {
        switch answer {
        case .failed(let code): self = .failed(code: code, retryAfter: nil)
        case .refused(let code): self = .refused(code: code)
        case .answered(let status, let retryAfter):
            let code = "\(isPush ? "push" : "http")-\(status)"
            switch PushOutcome(
                status: status, retryAfter: retryAfter, at: time.millisecondsSinceEpoch / 1_000)
            {
            case .accepted: self = .handedOver
            case .gone where isPush: self = .gone
            case .retry(let after): self = .failed(code: code, retryAfter: after)
            case .gone, .tooLarge, .forbidden, .refused: self = .refused(code: code)
            }
        }
    }
}
