import FoundationEssentials
import TipCore
public import TipRules

extension RuleTime {
    /// What the system's clock shows.
    public static var system: RuleTime { RuleTime(Date()) }
}
