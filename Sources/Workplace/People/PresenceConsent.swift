import Authorization
import Essentials

/// What a person has agreed to have their presence evaluated for; a machine of authorisation decides for each purpose.
///
/// The person's consent is the permission: their answer to a switch in their page. Badges and devices are heard while the
/// page is closed too, so it is asked for always; the server that senses is in use all the time.
struct PresenceConsent: Sendable {
    /// What presence is evaluated for.
    enum Purpose: CaseIterable {
        /// The page follows them to their café.
        case following
        /// They are reminded of a punch at the door.
        case reminders

        /// The purpose that needs what happens at a spot.
        init(neededAt spot: Spot) {
            switch spot.kind {
            case .cafe, .station: self = .following
            case .entrance: self = .reminders
            }
        }
    }

    private let agreed: Set<Purpose>
    private let time: Timestamp

    /// Takes what the person decided by their switches.
    init(isFollowing: Bool, isReminded: Bool, at time: Timestamp) {
        agreed = Set([isFollowing ? .following : nil, isReminded ? .reminders : nil].compactMap(\.self))
        self.time = time
    }

    /// Whether observations may be used for a purpose.
    func allows(_ purpose: Purpose) -> Bool {
        let decision = AuthorizationDecision(agreed.contains(purpose) ? .always : .refused, at: time.observed)
        let machine = AuthorizationStateMachine(
            UsageDescriptions(), recalling: AuthorizationMemory(decision: decision), at: time.observed)
        return machine.diagnostics.isEmpty
    }

    /// Whether what happens at a spot may be used.
    func allows(_ spot: Spot) -> Bool { allows(Purpose(neededAt: spot)) }

    /// Whether observations may be used for nothing.
    var isRefusal: Bool { !Purpose.allCases.contains(where: allows) }
}

extension ReadTransaction {
    /// What a person agrees to now.
    func presenceConsent(of person: PersonID, at time: Timestamp) throws -> PresenceConsent {
        PresenceConsent(
            isFollowing: try followingSince(of: person) != nil,
            isReminded: try reminderSetting(of: person)?.isOn == true, at: time)
    }
}
