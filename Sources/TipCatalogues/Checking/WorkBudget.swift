/// Limits the work of a check.
///
/// A step is about one evaluated part of a rule, or one simulated donation. The budget counts steps and not time, so that a check
/// gives the same result on every machine.
final class WorkBudget {
    private var left: Int

    init(steps: Int) { left = steps }

    /// Spends steps; `false` when the budget is too small.
    func spend(_ steps: Int) -> Bool {
        guard steps <= left else {
            left = 0
            return false
        }
        left -= steps
        return true
    }

    /// Runs a body with a fair share of the budget; unspent steps come back.
    func share<Result>(among count: Int, _ body: (WorkBudget) -> Result) -> Result {
        let share = WorkBudget(steps: left / max(count, 1))
        left -= share.left
        let result = body(share)
        left += share.left
        return result
    }
}
