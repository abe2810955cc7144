import Essentials
import OpenIDConnect
import Ordering

/// A service that the server calls and an administrator can test.
public enum TriedService: String, CaseIterable, Hashable, Sendable {
    /// The mail server, with a mail to the administrator.
    case mail
    /// Push services, with a push to the administrator's own browsers.
    case push
    /// The administrator's own topics of ntfy.
    case ntfy
    /// The administrator's own applications of Gotify.
    case gotify
    /// The identity provider, by its description and keys.
    case signIn = "sign-in"
    /// The payment provider, by a call that moves no money.
    case payments
}

/// The result of one trial.
public struct ServiceTrial: Hashable, Sendable {
    /// What was called: the person's label of a channel, an address, or a provider's name; `nil` when it has no name or nothing was called.
    public let name: String?
    /// Why it failed, as a stable word; `nil` when it works.
    public let code: String?
    /// The service's own message; `nil` without one.
    public let detail: String?

    init(_ name: String?, code: String? = nil, detail: String? = nil) {
        self.name = name
        self.code = code
        self.detail = detail
    }
}

/// Tests configured services with one call each, and stores nothing.
public struct ServiceTrials: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let composer: NoticeComposer
    let limit: MinuteLimit
    let signIns: ProviderSignInService
    let payments: PaymentService
    let now: @Sendable () -> Timestamp

    /// Tests a service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - person: The person who tests it; mails and notices go only to them.
    /// - Returns: The result of each call, or one result with a code when there is nothing to call.
    /// - Throws: ``NoticeChannelRefusal/tooManyTests(retryAfter:)``, or the store's own error.
    public func run(_ service: TriedService, by person: Person) async throws -> [ServiceTrial] {
        if let wait = limit.add(person.id.rawValue, at: now()) {
            throw NoticeChannelRefusal.tooManyTests(retryAfter: wait)
        }
        switch service {
        case .mail: return try await channels(.mail, of: person)
        case .push: return try await channels(.push, of: person)
        case .ntfy: return try await channels(.ntfy, of: person)
        case .gotify: return try await channels(.gotify, of: person)
        case .signIn: return [await signIns.trial()]
        case .payments: return [await payments.trial()]
        }
    }

    private func channels(_ kind: NoticeChannel.Kind, of person: Person) async throws -> [ServiceTrial] {
        if kind == .mail, composer.way.mail == nil { return [ServiceTrial(nil, code: "mail-not-configured")] }
        if kind == .push, composer.publicKey == nil {
            return [ServiceTrial(nil, code: "push-not-configured")]
        }
        let time = now()
        let campus = try campuses.inForce()
        let (channels, preferences, settings) = try await store.read { reading in
            (
                try reading.noticeChannels(of: person.id), try reading.preferences(of: person.id),
                try reading.noticeSettings(of: person.id)
            )
        }
        let own = channels.filter { $0.address.kind == kind && $0.state(at: time) != .unconfirmed }
        guard !own.isEmpty else { return [ServiceTrial(nil, code: "no-own-channel")] }
        var trials: [ServiceTrial] = []
        for channel in own {
            var generator = SystemRandomNumberGenerator()
            let notice = Notice(
                id: NoticeID(at: time, using: &generator), person: person.id, kind: .test,
                subject: .channel(channel.id), version: 1, time: time, readAt: nil)
            let letter = NoticeLetter(
                notice: notice, channel: channel, settings: settings, preferences: preferences,
                person: person, campus: campus)
            trials.append(ServiceTrial(channel.trialName, code: await composer.send(letter).failure))
        }
        return trials
    }
}

extension DeliveryOutcome {
    /// Why the notice was not handed over; `nil` when it was.
    fileprivate var failure: String? {
        switch self {
        case .handedOver: nil
        case .gone: "gone"
        case .bounced(let code), .refused(let code), .failed(let code, _): code
        }
    }
}

extension NoticeChannel {
    /// The person's label, or the address; the endpoint of a browser and tokens are secret.
    fileprivate var trialName: String? {
        if !label.isEmpty { return label }
        switch address {
        case .mail(let address): return address
        case .ntfy(let url, _), .gotify(let url, _): return url
        case .push: return nil
        }
    }
}

extension ProviderSignInService {
    /// Fetches the description and the keys of the identity provider.
    fileprivate func trial() async -> ServiceTrial {
        guard let settings else { return ServiceTrial(nil, code: "sign-in-not-configured") }
        do throws(SignInError) {
            try await settings.provider.check()
            return ServiceTrial(settings.name)
        } catch { return ServiceTrial(settings.name, code: error.code, detail: "\(error)") }
    }
}

extension PaymentService {
    /// Asks the payment provider whether it accepts the key.
    fileprivate func trial() async -> ServiceTrial {
        guard let provider else { return ServiceTrial(nil, code: "payments-not-configured") }
        let name = provider.page.provider
        do throws(PaymentProviderError) {
            try await provider.check()
            return ServiceTrial(name)
        } catch {
            let code =
                switch error {
                case .unreachable: "payments-unreachable"
                case .refused: "payments-refused"
                case .malformed: "payments-malformed"
                }
            return ServiceTrial(name, code: code, detail: "\(error)")
        }
    }
}
