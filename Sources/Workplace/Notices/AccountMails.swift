import Cryptography
public import Essentials

/// Mails links with which people set a password: invitations, and links for people who forgot theirs.
///
/// Mail goes to the sign-in name if it is an e-mail address. Who asks for a link learns nothing about accounts: the work
/// waits in a line, and the answer is the same.
public final class AccountMails: Sendable {
    /// How long the link of somebody who forgot the password works.
    public static let recoveryLasts: Duration = .seconds(3_600)
    /// How many links may be asked for from an address in a minute, and for a name.
    static let perAddress = 30
    static let perName = 3
    private static let lineLimit = 100

    private struct Wish: Sendable {
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
    private let wishes: AsyncStream<Wish>
    private let line: AsyncStream<Wish>.Continuation

    init(
        store: any WorkplaceStore, campuses: CampusRegistry, people: PeopleService, composer: NoticeComposer,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.people = people
        self.composer = composer
        self.now = now
        // A full line drops wishes: a flood of them must not fill the memory, and people can ask again.
        (wishes, line) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.lineLimit))
    }

    /// Mails the link of an invitation.
    ///
    /// - Parameters:
    ///   - token: The token of the link.
    ///   - person: Who is invited.
    /// - Returns: Whether the mail server took it.
    /// - Throws: The store's own error.
    public func mailInvitation(_ token: String, to person: PersonID) async throws -> Bool {
        guard let person = try campuses.inForce().person(person),
            let name = try await store.read({ try $0.signInName(of: person.id) })
        else { return false }
        return await mail(token, to: person, at: name) { $0.invitationMail(for: person.name) }
    }

    /// Has a link mailed to somebody who forgot the password, if the name is the e-mail address of an account.
    ///
    /// - Throws: ``NoticeChannelRefusal/mailNotConfigured``, or ``NoticeChannelRefusal/tooManyCodes(retryAfter:)``.
    public func recover(_ name: SignInName, from address: String) throws(NoticeChannelRefusal) {
        guard composer.way.mail != nil else { throw .mailNotConfigured }
        let time = now()
        if let wait = addresses.add(address, at: time) ?? names.add(name.text, at: time) {
            throw .tooManyCodes(retryAfter: wait)
        }
        line.yield(Wish(name: name, address: address))
    }

    /// Mails what was asked for, until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; the person asks again.
    func run(report: @escaping @Sendable (any Error) -> Void) async {
        for await wish in wishes {
            do { try await perform(wish) } catch { report(error) }
        }
    }

    private func perform(_ wish: Wish) async throws {
        guard NoticeAddress.isMail(wish.name.text),
            let account = try await store.read({ try $0.account(named: wish.name) }),
            let person = try campuses.inForce().person(account.person), !person.isSuspended
        else { return }
        let token = Base64URL.encode(try SecureRandom.bytes(32))
        try await people.invite(
            person.id, tokenDigest: SHA256.digest(of: token.utf8), for: Self.recoveryLasts, by: person.id,
            from: wish.address)
        _ = await mail(token, to: person, at: wish.name) { $0.recoveryMail() }
    }

    private func mail(
        _ token: String, to person: Person, at name: SignInName, _ words: (NoticeWords) -> NoticeText
    ) async -> Bool {
        guard let send = composer.way.mail, NoticeAddress.isMail(name.text), let campus = try? campuses.inForce(),
            let preferences = try? await store.read({ try $0.preferences(of: person.id) })
        else { return false }
        let maker = NoticeWords(for: person, preferences, on: campus, composer.catalogues)
        let text = words(maker)
        let mail = NoticeMail(
            to: name.text, subject: text.title, text: text.body, path: "/welcome#\(token)",
            linkText: maker.passwordLink, language: text.language,
            name: "account.\(person.id).\(now().millisecondsSinceEpoch)", isNotice: false)
        return await send(mail) == .handedOver
    }
}
