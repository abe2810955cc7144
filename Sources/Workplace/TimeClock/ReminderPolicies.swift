package import Attendance
package import Essentials

/// The policies of one person on a campus.
package struct ReminderPolicies: Sendable {
    let campus: Campus
    let wishes: ReminderWishes
    /// Whose crossings may be recorded by themselves, and the present time; `nil` where nobody's are, as in a replay.
    let recorded: (person: PersonID, time: Timestamp)?

    package init(campus: Campus, wishes: ReminderWishes, recording recorded: (PersonID, Timestamp)? = nil) {
        self.campus = campus
        self.wishes = wishes
        self.recorded = recorded.map { (person: $0.0, time: $0.1) }
    }

    package func policy(at place: PersonReminders.Place) -> ReminderPolicy {
        let site =
            switch place {
            case .entrance(let spot): campus.entrance(spot)?.site
            case .site(let site): campus.site(site)
            }
        var policy = ReminderPolicy(
            campus.organisation.reminders, window: site?.reminderWindow, holidays: site?.holidays ?? [],
            wishes: wishes, zone: site?.zone ?? .utc)
        if let recorded, let site, let automatic = site.automaticPunching {
            policy.isAutomatic = automatic.records(recorded.person, at: recorded.time, in: site.zone)
        }
        return policy
    }

    /// How long the person must stay away for a departure from an entrance to count.
    package func dwell(at entrance: SpotID) -> Duration {
        campus.entrance(entrance)?.site.exitDwell ?? DoorStateMachine.standardDwell
    }
}
