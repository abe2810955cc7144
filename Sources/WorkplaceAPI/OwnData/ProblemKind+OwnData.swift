import HTTPCore
import Workplace

extension ProblemKind {
    static let ordersOpen = ProblemKind(
        .conflict, "orders-open", title: "Orders are under way",
        "You have orders that are neither handed over nor cancelled. Wait for them or cancel them first.")
    static let tooManyExports = ProblemKind(
        .tooManyRequests, "too-many-exports",
        "You have exported your data several times within a minute. Retry-After says when to go on.",
        retryAfter: .seconds(60))

    static let ownData = [ordersOpen, tooManyExports]
}

extension OwnDataRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .ordersOpen(let count):
            return Problem(.ordersOpen, detail: "Orders that are under way: \(count).")
        case .tooManyExports(let wait):
            var problem = Problem(.tooManyExports, detail: "You have exported your data several times.")
            problem.retryAfter = wait
            return problem
        }
    }
}
