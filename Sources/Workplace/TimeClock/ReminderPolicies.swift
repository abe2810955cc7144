package import Attendance
package import Essentials

/// The policies of one person on a campus.
package struct ReminderPolicies: Sendable {
    let campus: Campus
    let wishes: ReminderWishes

    package init(campus: Campus, wishes: ReminderWishes) {
        self.campus = campus
        self.wishes = wishes
    }

    package func policy(at place: PersonReminders.Place) -> ReminderPolicy {
        let site =
            switch place {
            case .entrance(let spot): campus.entrance(spot)?.site
            case .site(let site): campus.site(site)
            }
        return ReminderPolicy(
            campus.organisation.reminders, window: site?.reminderWindow, holidays: site?.holidays ?? [],
            wishes: wishes, zone: site?.zone ?? .utc)
    }

    /// How long the person must stay away for a departure from an entrance to count.
    package func dwell(at entrance: SpotID) -> Duration {
        campus.entrance(entrance)?.site.exitDwell ?? DoorStateMachine.standardDwell
    }
}
