/// Which tax amounts of an order are rounded to whole minor units.
///
/// The rounded tax is shared over the lines, so that a line always has a whole amount of tax.
public enum TaxRoundingLevel: String, CaseIterable, Hashable, Sendable {
    /// The tax of each line.
    case line
    /// The tax of all lines with the same rate, as on a qualified invoice in Japan.
    case rate
    /// The tax of the whole order.
    case order
}
