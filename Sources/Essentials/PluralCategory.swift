/// The plural categories of CLDR, in the order in which CLDR lists them.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// For nothing, in languages that have a form of their own for it.
    case zero
    /// Usually for one.
    case one
    /// Usually for two.
    case two
    /// For a few.
    case few
    /// For many, and in some languages for millions or fractions.
    case many
    /// For everything else; every language has it.
    case other
}
