/// The rule by which a crossing of an entrance reminds a person; configuration and interfaces use the raw value.
public enum ReminderMode: String, Hashable, Sendable, CaseIterable {
    /// The rule of the article's code: the window runs from the last crossing of the same kind, whether it reminded or not.
    case article
    /// The rule as the article describes it: the window runs from the last reminder of the same kind.
    case lastShown = "last-shown"
    /// The rule that knows the punches: it asks to clock in only who is out, and to clock out only who is in.
    ///
    /// A departure within the person's break, or soon after another reminder, is held back until the break or the window
    /// ends, and reminds then if the person has not come back. So the last departure of a day always reminds. A person
    /// who is still clocked in half an hour after their working hours is asked by the time alone.
    case ledgerAware = "ledger-aware"
}
