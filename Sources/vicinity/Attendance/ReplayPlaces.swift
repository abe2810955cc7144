import Attendance
import Essentials
import Workplace

/// The rules of a replay.
struct ReplayPlaces {
    let campus: Campus?
    /// Instead of the mode of the campus.
    let mode: ReminderMode?
    /// Instead of all windows.
    let window: Duration?

    func policy(at place: PersonReminders.Place) -> ReminderPolicy {
        var policy =
            campus.map { ReminderPolicies(campus: $0, wishes: ReminderWishes()).policy(at: place) }
            ?? ReminderPolicy(zone: .utc)
        if let mode { policy.mode = mode }
        if let window { policy.window = window }
        return policy
    }

    func dwell(at entrance: SpotID) -> Duration {
        campus?.entrance(entrance)?.site.exitDwell ?? DoorStateMachine.standardDwell
    }

    func zone(of cause: ReminderCause) -> Zone {
        switch cause {
        case .crossing(let crossing): campus?.entrance(crossing.entrance)?.site.zone ?? .utc
        case .time(_, let site): campus?.site(site)?.zone ?? .utc
        }
    }
}
