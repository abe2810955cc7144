public import Essentials
import Kitchen
public import Ordering
import Synchronization

/// Holds the campus in force in memory, so that looking something up never waits for the store.
public final class CampusRegistry: Sendable {
    private struct State {
        var revision: Int64 = 0
        /// The campus as its file says it is.
        var file: Campus?
        var directory = Directory.empty
        /// The campus with what pages changed.
        var campus: Campus?
        var openingStatuses: [CafeID: OpeningStatus] = [:]
        var pickupWindows: [CafeID: UpcomingWindows] = [:]
        var servingTimes: [CafeID: ServingTimes] = [:]
    }

    private let state = Mutex(State())

    /// Makes a registry without a campus.
    public init() {}

    /// The number of the revision in force; 0 before the first.
    public var revision: Int64 { state.withLock { $0.revision } }

    /// The campus in force.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus`` before the first import.
    public func inForce() throws(WorkplaceRefusal) -> Campus {
        guard let campus = state.withLock({ $0.campus }) else { throw .noCampus }
        return campus
    }

    /// Puts the campus of a file in force, unless a later revision is.
    public func put(_ campus: Campus, revision: Int64) {
        state.withLock { state in
            guard revision > state.revision else { return }
            state = State(
                revision: revision, file: campus, directory: state.directory,
                campus: campus.changed(by: state.directory))
        }
    }

    /// How often pages had changed the people and screens that are in force.
    public var directoryNumber: Int64 { state.withLock { $0.directory.number } }

    /// The campus in force with the people and screens of a transaction, which may be later than those in force.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus`` before the first import, or the store's own error.
    func campus(in transaction: ReadTransaction) throws -> Campus {
        guard let file = state.withLock({ $0.file }) else { throw WorkplaceRefusal.noCampus }
        return file.changed(by: try transaction.directory())
    }

    /// Puts in force what pages changed about people and screens, unless a later change is.
    func put(_ directory: Directory) {
        state.withLock { state in
            guard directory.number > state.directory.number else { return }
            state.directory = directory
            state.campus = state.file?.changed(by: directory)
        }
    }

    /// What a café's wall clock and opening hours say at an instant.
    ///
    /// - Complexity: O(1) while the last answer still holds; otherwise a walk through the calendar.
    public func openingStatus(of cafe: Cafe, at instant: Timestamp) -> OpeningStatus {
        if let known = state.withLock({ $0.openingStatuses[cafe.id] }), known.holds(for: cafe, at: instant) {
            return known
        }
        let status = OpeningStatus(of: cafe, at: instant)
        state.withLock { $0.openingStatuses[cafe.id] = status }
        return status
    }

    /// The pickup windows of a café that have not ended at an instant, as far ahead as they are offered.
    ///
    /// - Complexity: O(*n*) in the number of windows; about once an hour a walk through the calendar.
    func pickupWindows(of cafe: Cafe, at instant: Timestamp) -> [PickupWindow] {
        if let known = state.withLock({ $0.pickupWindows[cafe.id] }), known.holds(for: cafe, at: instant) {
            return known.windows(at: instant)
        }
        let upcoming = UpcomingWindows(of: cafe, at: instant)
        state.withLock { $0.pickupWindows[cafe.id] = upcoming }
        return upcoming.windows(at: instant)
    }

    /// Which items of a café are served at an instant.
    ///
    /// - Complexity: O(1) while the last answer still holds; otherwise a walk through the calendar for each of the menu's
    ///   serving hours.
    public func servingTimes(of cafe: Cafe, at instant: Timestamp) -> ServingTimes {
        if let known = state.withLock({ $0.servingTimes[cafe.id] }), known.holds(for: cafe, at: instant) {
            return known
        }
        let times = ServingTimes(of: cafe, at: instant)
        state.withLock { $0.servingTimes[cafe.id] = times }
        return times
    }

    /// What a ticket's machine must know of the world.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)`` when the campus no longer has the ticket's café.
    func context(of ticket: Ticket, at time: Timestamp) throws(WorkplaceRefusal) -> TicketContext {
        guard let cafe = try inForce().cafe(ticket.cafe) else { throw .unknownCafe(ticket.cafe) }
        return TicketContext(
            now: time, serviceDay: openingStatus(of: cafe, at: time).serviceDay.date,
            undoWindow: cafe.undoWindow, isConfirmedAtPass: cafe.handover.isConfirmedAtPass,
            entersLineAt: ticket.entersLineAt)
    }
}
