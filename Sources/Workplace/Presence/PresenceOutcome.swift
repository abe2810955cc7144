import Attendance
import Essentials
import JSON

/// The consequences of a report for one person, which are stored and announced in one transaction.
struct PresenceOutcome: Sendable {
    let person: PersonID
    /// Changes at spots.
    var events: [PresenceEvent] = []
    /// The purpose for which presence at each spot of the events is evaluated.
    var purposes: [SpotID: PresenceConsent.Purpose] = [:]
    /// Entrances that were crossed.
    var crossings: [Crossing] = []
    /// Devices that made room for others; their stored events are deleted.
    var silentDevices: [String] = []
    /// The café that the person is in now, if that changed.
    var choice: PlaceChoice<CafeID>?

    init(of person: PersonID) { self.person = person }

    var isEmpty: Bool {
        events.isEmpty && crossings.isEmpty && silentDevices.isEmpty && choice == nil
    }

    /// Stores and announces only the part for which the person's consent is valid now, in this transaction.
    func apply(at time: Timestamp, in transaction: WriteTransaction, crossed: CrossingHandler) throws {
        let consent = try transaction.presenceConsent(of: person, at: time)
        guard !consent.isRefusal else { return }
        for event in events where purposes[event.spot].map(consent.allows) ?? false {
            try transaction.insert(event)
        }
        for device in silentDevices { try transaction.erasePresence(of: person, from: device) }
        for crossing in crossings { try crossed.decide(crossing, person, transaction) }
        guard let choice, consent.allows(.following) else { return }
        try transaction.announce(choice, to: person, at: time)
    }
}

extension WriteTransaction {
    /// Announces to a person's pages in which café the person is, or between which cafés.
    fileprivate func announce(_ choice: PlaceChoice<CafeID>, to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { body in
            switch choice {
            case .none: break
            case .place(let cafe): body.member("cafe", cafe.rawValue)
            case .between(let cafes):
                body.member("candidates") { list in
                    list.array { for cafe in cafes { $0.string(cafe.rawValue) } }
                }
            }
        }
        try append(json, FeedChange.presenceKind, to: person, at: time)
    }

    /// Announces to a person's pages whether they follow from now on.
    func announce(isFollowing: Bool, to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("following", isFollowing) }
        try append(json, "presence.following", to: person, at: time)
    }

    private func append(
        _ body: borrowing JSONWriter, _ kind: String, to person: PersonID, at time: Timestamp
    ) throws {
        let text = body.text
        try append(FeedChange(topic: .person(person), kind: kind, body: text), at: time)
    }
}

extension FeedChange {
    /// The kind of the entries that say where a person is; their bodies are blanked when the person
    /// withdraws.
    public static let presenceKind = "presence.cafe"
}
