// Comparisons of and calculations with values, including values that change with the time.
extension RuleEvaluation {
    func compare(_ left: RuleResult, _ comparison: RuleComparison, _ right: RuleResult) -> RuleResult {
        var next = earlier(left.next, right.next)
        let rate = left.drift - right.drift
        if rate != 0 { next = earlier(next, crossing(left.value, right.value, rate: rate)) }
        return RuleResult(holds(left.value, comparison, right.value), next: next)
    }

    private func holds(_ left: RuleValue, _ comparison: RuleComparison, _ right: RuleValue) -> Bool {
        switch comparison {
        case .equal: left.equals(right)
        case .notEqual: !left.equals(right)
        case .less: left.order(to: right) == .ascending
        case .greater: left.order(to: right) == .descending
        case .lessOrEqual: isOneOf(left.order(to: right), .ascending)
        case .greaterOrEqual: isOneOf(left.order(to: right), .descending)
        }
    }

    private func isOneOf(_ order: RuleValue.Order?, _ wanted: RuleValue.Order) -> Bool {
        order == wanted || order == .same
    }

    /// The next moment at which the difference of two values changes its sign; at least one value changes
    /// with the time.
    private func crossing(_ left: RuleValue, _ right: RuleValue, rate: Double) -> RuleTime? {
        guard let ahead = microseconds(from: left, to: right) else { return nil }
        let towards = rate > 0 ? ahead : -ahead
        guard towards >= 0 else { return nil }
        var duration = (towards / abs(rate)).rounded(.up)
        // Scaling rounds. A moment that is a little too early only costs another evaluation; one too late
        // would be wrong.
        if abs(rate) != 1 { duration = (duration * (1 - 1e-9)).rounded(.down) - 1 }
        guard duration < 9e18 else { return nil }
        return now.advanced(byMicroseconds: max(Int64(duration), 1))
    }

    private func microseconds(from left: RuleValue, to right: RuleValue) -> Double? {
        if case (.time(let left), .time(let right)) = (left, right) {
            return Double(right.microseconds(since: left))
        }
        guard let left = left.double, let right = right.double, (right - left).isFinite else { return nil }
        return (right - left) * 1_000_000
    }

    func calculate(_ left: RuleResult, _ operation: RuleArithmetic, _ right: RuleResult) -> RuleResult {
        let next = earlier(left.next, right.next)
        switch operation {
        case .plus:
            return RuleResult(
                left.value.plus(right.value, sign: 1), next: next, drift: left.drift + right.drift)
        case .minus:
            return RuleResult(
                left.value.plus(right.value, sign: -1), next: next, drift: left.drift - right.drift)
        case .times, .dividedBy, .remainder:
            let value = left.value.product(operation, right.value)
            if let rate = rate(left, operation, right, of: value) {
                return RuleResult(value, next: next, drift: rate)
            }
            return RuleResult(value, next: earlier(next, now.advanced(byMicroseconds: 1)))
        }
    }

    /// How fast a product or a quotient changes with the time; `nil` when the speed is not constant.
    private func rate(
        _ left: RuleResult, _ operation: RuleArithmetic, _ right: RuleResult, of value: RuleValue
    ) -> Double? {
        if left.drift == 0, right.drift == 0 { return 0 }
        // Moments have no products, and seconds have no remainder: the value is always null.
        guard operation != .remainder, let first = left.value.double, let second = right.value.double else {
            return 0
        }
        if operation == .dividedBy, right.drift == 0, second == 0 { return 0 }
        let rate: Double? =
            switch operation {
            case .times where right.drift == 0: left.drift * second
            case .times where left.drift == 0: right.drift * first
            case .dividedBy where right.drift == 0: left.drift / second
            default: nil
            }
        // A value that is too large for a number may fit a moment later.
        guard let rate, rate.isFinite, value != .null else { return nil }
        return rate
    }
}

extension RuleValue {
    fileprivate func plus(_ other: RuleValue, sign: Int64) -> RuleValue {
        switch (self, other) {
        case (.integer(let left), .integer(let right)):
            let (sum, overflow) =
                sign > 0 ? left.addingReportingOverflow(right) : left.subtractingReportingOverflow(right)
            return overflow ? .null : .integer(sum)
        case (.time(let left), .time(let right)):
            return sign > 0 ? .null : .number(Double(left.microseconds(since: right)) / 1_000_000)
        case (.time(let moment), _):
            guard let seconds = other.double else { return .null }
            return moment.shifted(seconds: sign > 0 ? seconds : -seconds)
        case (_, .time(let moment)):
            guard sign > 0, let seconds = double else { return .null }
            return moment.shifted(seconds: seconds)
        default:
            guard let left = double, let right = other.double else { return .null }
            return .finite(sign > 0 ? left + right : left - right)
        }
    }

    fileprivate func product(_ operation: RuleArithmetic, _ other: RuleValue) -> RuleValue {
        if case (.integer(let left), .integer(let right)) = (self, other) {
            return Self.whole(left, operation, right)
        }
        guard let left = double, let right = other.double else { return .null }
        switch operation {
        case .times: return .finite(left * right)
        case .dividedBy: return .finite(left / right)
        default: return .null
        }
    }

    private static func whole(_ left: Int64, _ operation: RuleArithmetic, _ right: Int64) -> RuleValue {
        let (result, overflow) =
            switch operation {
            case .dividedBy: left.dividedReportingOverflow(by: right)
            case .remainder: left.remainderReportingOverflow(dividingBy: right)
            default: product(left, right)
            }
        return overflow ? .null : .integer(result)
    }

    // Checking for an overflow in the usual way takes 128-bit products, which are large code in a page.
    private static func product(_ left: Int64, _ right: Int64) -> (partialValue: Int64, overflow: Bool) {
        guard left != 0 else { return (0, false) }
        let product = left &* right
        if (left == -1 && right == .min) || (right == -1 && left == .min) { return (product, true) }
        return (product, product / left != right)
    }

    private static func finite(_ number: Double) -> RuleValue { number.isFinite ? .number(number) : .null }
}

extension RuleTime {
    fileprivate func shifted(seconds: Double) -> RuleValue {
        let microseconds = (seconds * 1_000_000 + 0.5).rounded(.down)
        guard abs(microseconds) < 9e18 else { return .null }
        return .time(advanced(byMicroseconds: Int64(microseconds)))
    }
}
