public import Essentials
import FoundationEssentials
import FoundationInternationalization
import JSON
import Ordering

/// A notice in words, for one reader.
public struct NoticeText: Hashable, Sendable {
    /// The fact, in a few words.
    public let title: String
    /// The rest, in one sentence; may be empty.
    public let body: String
    /// The language of the words.
    public let language: LanguageTag
}

/// Makes the words of notices in a reader's language, with times in the reader's zone.
///
/// `scripts/messages` collects the texts of this file for translators: the first argument of `t`.
struct NoticeWords {
    private let catalogue: MessageCatalogue?
    private let campus: Campus
    private let language: LanguageTag
    private let languages: [LanguageTag]
    private let locale: LanguageTag
    private let zone: Zone?

    /// Makes words for a reader.
    ///
    /// - Parameters:
    ///   - person: The reader.
    ///   - preferences: What the reader chose; it goes before what the account says.
    ///   - asked: The languages of the page that shows the words, best first; none when nobody looks at a page.
    ///   - campus: The names of places.
    ///   - catalogues: The translations.
    init(
        for person: Person, _ preferences: Preferences, asked: [LanguageTag] = [], on campus: Campus,
        _ catalogues: NoticeCatalogues
    ) {
        self.campus = campus
        let own = preferences.language ?? person.language
        languages = asked + [own]
        catalogue = catalogues.best(for: languages)
        language = catalogue?.language ?? own
        locale = preferences.formats ?? person.locale
        zone = preferences.zone
    }

    /// The words of a notice.
    ///
    /// - Parameters:
    ///   - notice: The notice.
    ///   - detail: How much it may tell.
    /// - Returns: The title and the body, in the language of the reader.
    func text(of notice: Notice, _ detail: NoticeSettings.Detail) -> NoticeText {
        guard detail != .hidden || notice.kind == .test else {
            return NoticeText(
                title: t("You have a notice"), body: t("Open Vicinity to read it."), language: language)
        }
        return NoticeText(
            title: title(notice.kind), body: body(notice, tellsPlaces: detail == .full), language: language)
    }

    /// The words of the link in a mail.
    var openLink: String { t("Open in Vicinity") }

    /// The words of the mail that brings a code.
    func codeMail(_ code: String) -> NoticeText {
        NoticeText(
            title: t("Your code for Vicinity: {code}", ["code": code]),
            body: t(
                "Type the code {code} on the page of your notices to get them at this address. It works for ten minutes. If you did not ask for it, do nothing.",
                ["code": code]),
            language: language)
    }

    /// The words of the link in a mail with which somebody sets a password.
    var passwordLink: String { t("Choose a password") }

    /// The words of a mail that invites somebody.
    func invitationMail(for name: String) -> NoticeText {
        NoticeText(
            title: t("Your account at Vicinity"),
            body: t(
                "Hello {name}, with this link you choose your password. It works once, for seven days.",
                ["name": name]),
            language: language)
    }

    /// The words of a mail to somebody who forgot the password.
    func recoveryMail() -> NoticeText {
        NoticeText(
            title: t("A new password for Vicinity"),
            body: t(
                "With this link you choose a new password. It works once, for one hour. If you did not ask for it, do nothing: your password stays."
            ),
            language: language)
    }

    private func title(_ kind: NoticeKind) -> String {
        switch kind {
        case .orderReady: t("Your order is ready")
        case .orderCorrected: t("Your order is not ready yet")
        case .orderRejected: t("The kitchen cannot make your order")
        case .orderWaiting: t("Your order is still waiting")
        case .pickupSoon: t("Your pickup is soon")
        case .windowMoved: t("Your pickup time has changed")
        case .windowClosed: t("The café is closed at your pickup time")
        case .windowOverfull: t("A pickup time holds too many orders")
        case .notCollected: t("Your order was not collected")
        case .clockIn: t("Clock in?")
        case .clockOut: t("Clock out?")
        case .forgottenClockOut: t("Did you forget to clock out?")
        case .correctionDecided: t("Your correction was decided")
        case .correctionAsked: t("A correction waits for you")
        case .accountFilled: t("Your meal account has changed")
        case .accountLow: t("Your meal account is low")
        case .deviceBlind: t("A screen has lost its link")
        case .pushRefused: t("A push service refuses this server")
        case .moneyReturned: t("Your money is on its way back")
        case .refunded: t("You get money back")
        case .collectionChanges: t("What is collected about you changes")
        case .test: t("Notices reach this device")
        }
    }

    private func body(_ notice: Notice, tellsPlaces: Bool) -> String {
        switch notice.subject {
        case .order(_, let number, let cafe):
            let name = tellsPlaces ? campus.cafe(cafe).map { $0.name.text(for: [language] + languages) } : nil
            return order("\(number)", at: name, notice.kind)
        case .account:
            return notice.kind == .moneyReturned
                ? t("The payment for your meal account came too late. You pay nothing.")
                : t("Your statement shows what was added or taken.")
        case .window(let id, let start):
            guard let cafe = campus.cafe(id) else { return "" }
            return t(
                "{cafe}, {time}: more is booked than it holds now. The orders stay, and no others are taken.",
                [
                    "cafe": cafe.name.text(for: [language] + languages),
                    "time": clock(start, cafe.zone),
                ])
        case .crossing(_, let entrance, let time):
            guard tellsPlaces, let place = campus.entrance(entrance) else {
                return t("Look and confirm in Vicinity.")
            }
            let arguments: MessageArguments = [
                "place": place.spot.name.text(for: [language] + languages),
                "time": clock(time, zone ?? place.site.zone),
            ]
            return notice.kind == .clockIn
                ? t("You arrived at {place} at {time}.", arguments)
                : t("You left {place} at {time}.", arguments)
        case .openPunch(_, let id):
            guard tellsPlaces, let site = campus.site(id) else { return t("Look and confirm in Vicinity.") }
            let name = site.name.text(for: [language] + languages)
            return t("You are still clocked in at {site}.", ["site": name])
        case .dayCorrection(_, let day):
            return notice.kind == .correctionAsked
                ? t("Somebody proposes other times for {day}.", ["day": name(of: day)])
                : t("Your month shows what counts for {day} now.", ["day": name(of: day)])
        case .dataCollection(let time):
            return t(
                "From {day} on. Open it to read what changes, and what you can do.",
                ["day": name(of: (zone ?? campus.sites.first?.zone ?? .utc).date(at: time))])
        case .channel: return t("You asked for this notice.")
        case .pushService(let host):
            return t("{host} takes no pushes of this server. Check --notice-contact.", ["host": host])
        }
    }

    private func order(_ number: String, at cafe: String?, _ kind: NoticeKind) -> String {
        guard let cafe else {
            return kind == .orderCorrected
                ? t("Order {number} is back in the kitchen.", ["number": number])
                : t("Order {number}", ["number": number])
        }
        let arguments: MessageArguments = ["number": number, "cafe": cafe]
        return switch kind {
        case .orderReady: t("Order {number} is ready at {cafe}.", arguments)
        case .windowMoved:
            t("The clock at {cafe} has changed. Look when order {number} can be collected.", arguments)
        case .windowClosed:
            t(
                "{cafe} has changed its hours. Cancel order {number}, or ask there what happens with it.",
                arguments)
        case .moneyReturned: t("Order {number} at {cafe} could not be accepted. You pay nothing.", arguments)
        case .orderCorrected: t("Order {number} is back in the kitchen of {cafe}.", arguments)
        // Why stands on the order's page; on a locked phone it could tell something about somebody's health.
        case .orderRejected: t("{cafe} cannot make order {number}. Your money goes back.", arguments)
        case .orderWaiting: t("Order {number} is ready at {cafe} and waits for you.", arguments)
        case .refunded: t("The café returns money of order {number} at {cafe}.", arguments)
        default: t("Order {number}, {cafe}", arguments)
        }
    }

    private func name(of day: CalendarDate) -> String {
        let date = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400)
        let style = Date.FormatStyle(
            date: .long, time: .omitted, locale: Locale(identifier: locale.description), timeZone: .gmt)
        return date.formatted(style)
    }

    private func clock(_ time: Timestamp, _ zone: Zone) -> String {
        let date = Date(timeIntervalSince1970: Double(time.millisecondsSinceEpoch) / 1_000)
        let style = Date.FormatStyle(
            date: .omitted, time: .shortened, locale: Locale(identifier: locale.description),
            timeZone: TimeZone(identifier: zone.identifier) ?? .gmt)
        return date.formatted(style)
    }

    private func t(_ id: String, _ arguments: MessageArguments = [:]) -> String {
        catalogue?.text(id, arguments) ?? arguments.filled(into: id)
    }
}

extension Preferences {
    /// The language that the person chose; `nil` for the account's.
    var language: LanguageTag? { text("language").flatMap { LanguageTag($0) } }
    /// How the person reads times and numbers; `nil` for the account's.
    var formats: LanguageTag? { text("formats").flatMap { LanguageTag($0) } }
    /// The zone that the person chose; `nil` for the place's.
    var zone: Zone? { text("zone").flatMap { Zone($0) } }

    private func text(_ name: String) -> String? {
        guard case .string(let text)? = members[name] else { return nil }
        return text
    }
}
