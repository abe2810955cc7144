public import Attendance
public import Essentials
import Cryptography
import Synchronization

/// Lets people clock in and out at the tablet of an entrance, by badge and PIN.
///
/// The badge and its PIN begin a visit, and one press punches. A visit is in memory alone and lasts a minute.
public final class EntranceVisits: Sendable {
    /// How long somebody has for the press.
    public static let lifetime: Duration = .seconds(60)

    /// That somebody stands at a tablet.
    public struct Visit: Sendable {
        /// The secret by which the tablet goes on.
        public let token: String
        /// Who.
        public let person: Person
        /// Where the person stands.
        public let state: PunchStateMachine.State
        /// What the person may do.
        public let allowed: [WorkMark.Kind]
        /// Whether the person may have forgotten an earlier clock-out.
        public let mayHaveForgotten: Bool
        /// When it ends.
        public let end: Timestamp
    }

    private struct Open {
        let person: PersonID
        let screen: EntranceScreen
        let end: Timestamp
    }

    private let badges: KioskBadgeService
    private let attendance: AttendanceService
    private let open = Mutex<[String: Open]>([:])

    init(badges: KioskBadgeService, attendance: AttendanceService) {
        self.badges = badges
        self.attendance = attendance
    }

    /// Begins a visit for the person of a badge.
    ///
    /// - Parameters:
    ///   - number: As ``KioskBadge/number(typed:)`` returns it; `nil` for what cannot be a number.
    ///   - pin: What was typed.
    ///   - screen: The tablet.
    ///   - address: Where the request comes from.
    /// - Returns: The visit.
    /// - Throws: What ``KioskBadgeService/person(number:pin:at:requiring:from:)`` throws, or the store's own error.
    public func begin(
        number: String?, pin: String, at screen: EntranceScreen, from address: String
    ) async throws -> Visit {
        let person = try await badges.person(
            number: number, pin: pin, at: screen.id, requiring: nil, from: address)
        let campus = try attendance.campuses.inForce()
        let time = attendance.now()
        let last = try await attendance.store.read { try $0.lastPunch(of: person.id) }
        let state = PunchStateMachine(after: last).state
        let token = Hexadecimal.encode(try SecureRandom.bytes(24))
        let visit = Visit(
            token: token, person: person, state: state, allowed: state.allowed,
            mayHaveForgotten: state.mark == .in
                && AttendanceService.mayHaveForgotten(last, at: time, on: campus),
            end: time.advanced(by: Self.lifetime))
        open.withLock { open in
            open = open.filter { $0.value.end > time }
            open[token] = Open(person: person.id, screen: screen, end: visit.end)
        }
        return visit
    }

    /// Punches for the person of a visit; the same request is answered with the same punch.
    ///
    /// - Throws: ``EntranceVisitRefusal/over`` for a visit that is over or of another tablet, and what
    ///   ``AttendanceService/punch(_:)`` throws.
    public func punch(
        _ token: String, _ kind: WorkMark.Kind, forgotOut: Bool, at screen: EntranceScreen
    ) async throws -> RecordedPunch {
        let time = attendance.now()
        let found = open.withLock { $0[token] }
        guard let found, found.end > time, found.screen == screen else { throw EntranceVisitRefusal.over }
        return try await attendance.punch(
            PunchRequest(
                person: found.person, kind: kind == .in ? .in : .out, startsBreak: kind == .break,
                forgotOut: forgotOut, deviceTime: nil, reminder: nil, badgeAt: screen.entrance, site: nil,
                key: PunchKey(text: "visit \(token)", fingerprint: Array("\(kind) \(forgotOut)".utf8))))
    }
}

/// Why a punch at a tablet was refused; nothing has changed.
public enum EntranceVisitRefusal: Error, Hashable, Sendable {
    /// The minute is over, or there was no such visit.
    case over
}
