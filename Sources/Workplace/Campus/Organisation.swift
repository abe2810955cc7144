public import Attendance
public import Beacons
public import Essentials

/// The organisation that runs an installation.
public struct Organisation: Hashable, Sendable {
    /// Names the organisation.
    public let id: OrganisationID
    /// What people call it.
    public let name: LocalizedText
    /// The UUID that all of its spots' beacons carry.
    public let beaconUUID: ProximityUUID
    /// The UUID that all of its people's badges carry; `nil` where there are no badges.
    public let badgeUUID: ProximityUUID?
    /// The language that every text of the campus has, and the last one to fall back to.
    public let defaultLanguage: LanguageTag
    /// How crossings of its entrances remind people.
    public let reminders: ReminderRules
    /// What holds for meal accounts, by currency.
    public let mealAccounts: [MealAccountRules]
    /// The templates of its payroll files.
    public let payroll: [PayrollTemplate]

    /// Makes an organisation from its parts.
    public init(
        id: OrganisationID, name: LocalizedText, beaconUUID: ProximityUUID, badgeUUID: ProximityUUID? = nil,
        defaultLanguage: LanguageTag, reminders: ReminderRules = ReminderRules(),
        mealAccounts: [MealAccountRules] = [], payroll: [PayrollTemplate] = []
    ) {
        self.id = id
        self.name = name
        self.beaconUUID = beaconUUID
        self.badgeUUID = badgeUUID
        self.defaultLanguage = defaultLanguage
        self.reminders = reminders
        self.mealAccounts = mealAccounts
        self.payroll = payroll
    }
}
