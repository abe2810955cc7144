import Conditions

extension ConditionPolicy {
    /// Whether all numbers are valid; comparisons with NaN are false.
    var isUsable: Bool {
        fixes >= 1 && sigmas >= 0 && cushion >= 0 && maximumSpeed >= 0 && exitAfter >= .zero
            && goneAfter > .zero
    }
}
