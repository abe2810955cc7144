/// How much may still be computed for a check.
///
/// A step is about one part of a rule that is evaluated once, or one donation that is made. It counts steps and not time, so
/// that a check finds the same on every machine.
final class WorkBudget {
    private var left: Int

    init(steps: Int) { left = steps }

    /// Takes steps, and answers whether there were so many.
    func takes(_ steps: Int) -> Bool {
        guard steps <= left else {
            left = 0
            return false
        }
        left -= steps
        return true
    }

    /// A fair part for one of several that are still to come; what it leaves over comes back.
    func share<Result>(among count: Int, _ body: (WorkBudget) -> Result) -> Result {
        let share = WorkBudget(steps: left / max(count, 1))
        left -= share.left
        let result = body(share)
        left += share.left
        return result
    }
}
