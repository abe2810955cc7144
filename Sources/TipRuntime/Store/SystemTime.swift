import FoundationEssentials
import TipCore
public import TipRules

extension RuleTime {
    /// The present time of the system's clock.
    public static var system: RuleTime { RuleTime(Date()) }
}
