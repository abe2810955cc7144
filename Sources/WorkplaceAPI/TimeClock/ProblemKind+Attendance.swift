import HTTPCore

// Attendance.
extension ProblemKind {
    static let alreadyClockedIn = ProblemKind(
        .conflict, "already-clocked-in", title: "Already clocked in",
        "You are clocked in since the time that since names; allowed lists what can come next.")
    static let notClockedIn = ProblemKind(
        .conflict, "not-clocked-in", title: "Not clocked in",
        "You cannot clock out before you have clocked in; allowed lists what can come next.")
    static let onBreakAlready = ProblemKind(
        .conflict, "on-break-already", title: "On a break already",
        "You are on a break since the time that since names; allowed lists what can come next.")
    static let punchRepeated = ProblemKind(
        .conflict, "punch-repeated", title: "Recorded a moment ago",
        "You made the same punch less than a minute ago. It is taken as the same act, and nothing more is recorded."
    )
    static let unknownReminder = ProblemKind(
        .unprocessableContent, "unknown-reminder", title: "Unknown reminder",
        "You have no such reminder. Reminders are forgotten after a day; punch without naming it.")
    static let unknownSite = ProblemKind(
        .unprocessableContent, "unknown-site", title: "Unknown site", "The campus has no such site.")
    static let siteNeeded = ProblemKind(
        .unprocessableContent, "site-needed", title: "Which site?",
        "Neither a reminder nor an earlier punch tells at which site you are. Name it.")

    static let doorCodeExpired = ProblemKind(
        .gone, "door-code-expired", title: "Old code",
        "The code of an entrance works for a minute, and the confirmation for ten minutes after the scan. Scan it again."
    )
    static let unknownDoorCode = ProblemKind(
        .unprocessableContent, "unknown-door-code", title: "Unknown code",
        "No tablet at an entrance of this campus shows this code. Scan it again, or clock in without it.")

    static let entranceVisitOver = ProblemKind(
        .gone, "entrance-visit-over", title: "The minute is over",
        "After badge and PIN there is a minute for the press, at the same tablet. Begin again with the badge."
    )

    static let attendance = [
        entranceVisitOver,
        alreadyClockedIn, notClockedIn, onBreakAlready, punchRepeated, unknownReminder, unknownSite,
        siteNeeded,
        doorCodeExpired,
        unknownDoorCode,
    ]
}
