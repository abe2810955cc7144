public import Essentials

/// Records that somebody read data about another person, who can see it on their page.
///
/// Several looks of one person at the same data within an hour are one record with a count.
public struct DataLook: Hashable, Sendable {
    /// How long a record is kept.
    public static let retention: Duration = .seconds(365 * 86_400)

    /// What was read.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// The list of all people with names, sign-in names and roles.
        case people
        /// Entries of the security log.
        case securityLog = "security-log"
        /// Names with badges and phones.
        case wearables
        /// Which notices reached nobody.
        case notices
        /// Balances and statements of meal accounts.
        case mealAccounts = "meal-accounts"
        /// Months of attendance and corrections of days.
        case attendance
    }

    /// Who read it.
    public let viewer: PersonID
    /// What was read.
    public let subject: Subject
    /// When.
    public let time: Timestamp

    /// Makes a record.
    public init(by viewer: PersonID, of subject: Subject, at time: Timestamp) {
        self.viewer = viewer
        self.subject = subject
        self.time = time
    }
}
