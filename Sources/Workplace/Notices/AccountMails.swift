import Cryptography
public import Essentials

/// Mails links with which people set a password: invitations, and links for people who forgot theirs.
///
/// Mail goes to the sign-in name if it is an e-mail address. A request for a link reveals nothing about accounts: it is
/// answered before anybody looks for the account, and the answer is always the same.
public final class AccountMails: Sendable {
    /// How long a link works with which a forgotten password is replaced.
    public static let recoveryLasts: Duration = .seconds(3_600)
    /// How many links a network address may ask for in a minute.
    static let perAddress = 30
    /// How many links may be asked for in a minute for one name.
    static let perName = 3
    private static let queueLimit = 100

    private struct Request: Sendable {
        let name: SignInName
        let address: String
    }

    private let store: any WorkplaceStore
    private let campuses: CampusRegistry
    private let people: PeopleService
    private let composer: NoticeComposer
    private let now: @Sendable () -> Timestamp
    private let addresses = MinuteLimit(AccountMails.perAddress, namesAtMost: 10_000)
    private let names = MinuteLimit(AccountMails.perName, namesAtMost: 10_000)
    private let requests: AsyncStream<Request>
    private let queue: AsyncStream<Request>.Continuation

    init(
        store: any WorkplaceStore, campuses: CampusRegistry, people: PeopleService, composer: NoticeComposer,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.people = people
        self.composer = composer
        self.now = now
        // A full queue drops requests: a flood of them must not fill the memory, and people can ask again.
        (requests, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.queueLimit))
    }

    /// Mails the link of an invitation.
    ///
    /// - Parameters:
    ///   - token: The token of the link.
    ///   - person: Who is invited.
    /// - Returns: The answer of the mail server; `nil` without one, or if the person signs in by a name that is no e-mail
    ///   address.
    /// - Throws: The store's own error.
    public func mailInvitation(_ token: String, to person: PersonID) async throws -> NoticeMailAnswer? {
        guard let person = try campuses.inForce().person(person),
            let name = try await store.read({ try $0.signInName(of: person.id) })
        else { return nil }
        return try await mail(token, to: person, at: name) { $0.invitationMail(for: person.name) }
    }

    /// Queues a request for a link that replaces a forgotten password; mails it if the name is the e-mail address of an
    /// account.
    ///
    /// - Throws: ``NoticeChannelRefusal/mailNotConfigured``, or ``NoticeChannelRefusal/tooManyCodes(retryAfter:)``.
    public func recover(_ name: SignInName, from address: String) throws(NoticeChannelRefusal) {
        guard composer.way.mail != nil else { throw .mailNotConfigured }
        let time = now()
        if let wait = addresses.add(address, at: time) ?? names.add(name.text, at: time) {
            throw .tooManyCodes(retryAfter: wait)
        }
        queue.yield(Request(name: name, address: address))
    }

    /// Mails the links that people asked for, until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives ``AccountMailFailure`` and the store's errors; the person asks again.
    func run(report: @escaping @Sendable (any Error) -> Void) async {
        for await request in requests {
            do { try await perform(request) } catch { report(error) }
        }
    }

    private func perform(_ request: Request) async throws {
        guard NoticeAddress.isMail(request.name.text),
            let account = try await store.read({ try $0.account(named: request.name) }),
            let person = try campuses.inForce().person(account.person), !person.isSuspended
        else { return }
        let token = Base64URL.encode(try SecureRandom.bytes(32))
        try await people.invite(
            person.id, tokenDigest: SHA256.digest(of: token.utf8), for: Self.recoveryLasts, by: person.id,
            from: request.address)
        let answer = try await mail(token, to: person, at: request.name) { $0.recoveryMail() }
        // Nobody sees the answer of the mail server otherwise: the page has told the person to look into the mailbox.
        if let code = answer?.failure { throw AccountMailFailure(code: code) }
    }

    /// Mails a link.
    ///
    /// - Returns: The answer of the mail server; `nil` without one, or if the name is no e-mail address.
    private func mail(
        _ token: String, to person: Person, at name: SignInName, _ words: (NoticeWords) -> NoticeText
    ) async throws -> NoticeMailAnswer? {
        guard let send = composer.way.mail, NoticeAddress.isMail(name.text) else { return nil }
        let preferences = try await store.read { try $0.preferences(of: person.id) }
        let campus = try campuses.inForce()
        let maker = NoticeWords(for: person, preferences, on: campus, composer.catalogues)
        let text = words(maker)
        let mail = NoticeMail(
            to: name.text, subject: text.title, text: text.body, path: "/welcome#\(token)",
            linkText: maker.passwordLink, language: text.language,
            name: "account.\(person.id).\(now().millisecondsSinceEpoch)", isNotice: false)
        return await send(mail)
    }
}

/// A mail server did not take a mail with a link that replaces a password.
struct AccountMailFailure: Error, Hashable, CustomStringConvertible {
    /// Why; a stable code.
    let code: String

    var description: String { "The mail with a link for a new password was not taken: \(code)." }
}
