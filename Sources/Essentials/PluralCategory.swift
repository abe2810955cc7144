/// The plural categories of CLDR, in the order in which CLDR lists them.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// For zero, in languages with a separate form for it.
    case zero
    /// Usually for one.
    case one
    /// Usually for two.
    case two
    /// For a few.
    case few
    /// For many, and in some languages for millions or fractions.
    case many
    /// For all other numbers; every language has it.
    case other
}
