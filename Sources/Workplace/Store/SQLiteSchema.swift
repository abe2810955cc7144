import SQLite

/// The schema of a workplace's database, as a list of migrations.
///
/// Each slice declares its tables in a file `…+SQL.swift`; this list sets the order. A published migration is never edited:
/// a change of the schema is another migration.
///
/// Checks of a word are written with `OR`: for `IN` with more than two words SQLite builds a temporary table for each
/// inserted row, which doubled the cost of the row.
enum SQLiteSchema {
    static let migrations = [
        Migration(
            version: 1, name: "the first lunch",
            script: [campus, sessions, orders, kitchen, accounts, feed].joined(separator: "\n")),
        Migration(version: 2, name: "attendance", script: attendance),
        Migration(version: 3, name: "presence", script: presence),
        Migration(version: 4, name: "orders that wait", script: waits),
        Migration(version: 5, name: "tips", script: tips),
        Migration(
            version: 6, name: "by which catalogue somebody asked",
            script: "ALTER TABLE tip_looks ADD COLUMN catalogue INTEGER NOT NULL DEFAULT 0"),
        Migration(version: 7, name: "the last change of each person's tips", script: tipChanges),
        Migration(version: 8, name: "favourites", script: favourites),
        Migration(
            version: 9, name: "people sign in, and screens are paired",
            script: [directory, sessionOrigins, credentials, passkeys, pairings, securityLog].joined(
                separator: "\n")),
        Migration(version: 10, name: "recovery codes", script: recoveryCodes),
        Migration(version: 11, name: "people sign in with a provider", script: identities),
        Migration(
            version: 12, name: "people keep their data in hand",
            script: [preferences, dataLooks, securityLogFloor, orderIdentities].joined(separator: "\n")),
        Migration(
            version: 13, name: "gateways are seen, and people have badges",
            script: [gatewaysHeard + ";", wearables].joined(separator: "\n")),
        Migration(version: 14, name: "departures wait", script: departuresDue),
        Migration(version: 15, name: "people are told", script: [notices, webhooks].joined(separator: "\n")),
        Migration(version: 16, name: "pickup windows", script: pickups),
        Migration(
            version: 17, name: "a kitchen at work", script: [kitchenAtWork, soldOut].joined(separator: "\n")),
        Migration(
            version: 18, name: "a kitchen with a pace",
            script: [kitchenPacing, pace].joined(separator: "\n")),
        Migration(version: 20, name: "booked windows are reviewed", script: pickupReviews),
        Migration(
            version: 21, name: "payments at a provider",
            script: [paymentMeans, payments, refunds].joined(separator: "\n")),
        Migration(version: 22, name: "tickets on paper", script: prints),
        Migration(version: 23, name: "kiosks", script: kiosks),
        Migration(version: 24, name: "reminders by rule", script: remindersByRule),
        Migration(version: 25, name: "a counter", script: handovers),
        Migration(version: 26, name: "meal accounts are filled", script: topUps),
        Migration(version: 27, name: "reminders by the time alone", script: remindersByTime),
        Migration(version: 28, name: "finance corrects meal accounts", script: corrections),
        Migration(version: 31, name: "orders of kiosks say what they were paid with", script: kioskMeans),
        Migration(version: 32, name: "badges pay at kiosks", script: kioskBadges),
        Migration(
            version: 33, name: "codes at entrances",
            script: [screensAtEntrances, doorCodes].joined(separator: "\n")),
        Migration(version: 34, name: "departures that are recorded later", script: provisionalExits),
        Migration(version: 35, name: "cafés have drafts", script: cafeDrafts),
        Migration(version: 38, name: "months of attendance", script: breaks),
        Migration(version: 39, name: "corrections of attendance", script: dayCorrections),
        Migration(version: 40, name: "a chain of attendance", script: attendanceLinks),
        Migration(version: 43, name: "photos of dishes", script: pictures),
        Migration(version: 44, name: "sites have drafts", script: partDrafts),
        Migration(
            version: 46, name: "approvers hand their right on, and months are closed",
            script: [approvalDelegations, closedMonths].joined(separator: "\n")),
        Migration(version: 50, name: "refunds that a provider refuses", script: refusals),
        Migration(version: 52, name: "quotes that are kept", script: quotes),
        Migration(version: 53, name: "presses have keys", script: presses),
        Migration(version: 54, name: "screens acknowledge tickets", script: sightings),
        Migration(version: 55, name: "what is collected is announced", script: dataAnnouncements),
        Migration(version: 58, name: "what was sold out is recorded", script: soldOutRecord),
        Migration(version: 59, name: "changes of tickets are recorded", script: ticketRecord),
        Migration(version: 60, name: "figures of days", script: dayFigures),
        Migration(version: 61, name: "days of other systems", script: importedDays),
        Migration(version: 62, name: "calendars of shifts", script: calendarAddresses),
        Migration(version: 63, name: "punches without a connection", script: offlinePunches),
        Migration(
            version: 64, name: "attendance is deleted when its time is over", script: attendanceDeletions),
        Migration(version: 75, name: "figures of days by name", script: dayFiguresByName),
        Migration(version: 76, name: "one node has a duty", script: nodeDuties),
    ]
}
