import JSON
import Synchronization
import WorkplaceClient

/// The cafés at which the person has arrived, until a check handles them.
///
/// An arrival is valid for a minute after it happened, because the person may leave again.
final class Arrivals: Sendable {
    /// How long an arrival stays valid while no server answers.
    private static let patience: Duration = .seconds(60)

    /// Emits an element when there is something to check; several triggers during a check are one.
    let news: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let cafes = Mutex<[String: ContinuousClock.Instant]>([:])

    init() { (news, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Records an arrival of some age; an arrival in the future counts as one now.
    func note(_ cafe: String, age: Duration, now: ContinuousClock.Instant = .now) {
        guard age < Self.patience else { return }
        let moment = now - max(age, .zero)
        cafes.withLock { $0[cafe] = max($0[cafe] ?? moment, moment) }
        ring.yield()
    }

    func checkAgain() { ring.yield() }

    /// Triggers a last check.
    func finish() {
        ring.yield()
        ring.finish()
    }

    /// Removes and returns the arrivals that are still valid.
    func take(now: ContinuousClock.Instant = .now) -> [String: ContinuousClock.Instant] {
        cafes.withLock { cafes in
            defer { cafes = [:] }
            return cafes.filter { now - $0.value < Self.patience }
        }
    }

    /// Puts back arrivals that could not be handled; a later arrival at the same café wins.
    func giveBack(_ taken: [String: ContinuousClock.Instant]) {
        cafes.withLock { $0.merge(taken) { later, _ in later } }
    }

    /// Starts orders one after the other; a refused order, such as one of a closed kitchen, does not stop the others.
    ///
    /// It puts the arrival back when a retry can help.
    ///
    /// - Parameters:
    ///   - orders: The orders of the cafés where the person is.
    ///   - taken: The arrivals that ``take(now:)`` gave.
    ///   - start: Starts one order.
    /// - Returns: The last order that was refused.
    /// - Throws: ``NotStarted`` when every order would fail: nothing answers, or the session has ended.
    func start(
        _ orders: [WaitingOrder], after taken: [String: ContinuousClock.Instant],
        by start: (WaitingOrder) async throws -> Void
    ) async throws(NotStarted) -> NotStarted? {
        var last: NotStarted?
        for order in orders {
            do { try await start(order) } catch {
                let failure = NotStarted(order: order, reason: error)
                guard let refusal = error as? APIProblem, refusal.status != 401 else { throw failure }
                last = failure
                if refusal.isTransient { giveBack(taken.filter { $0.key == order.cafe }) }
            }
        }
        return last
    }
}

/// An order that could not be started and still waits.
struct NotStarted: Error, CustomStringConvertible {
    let order: WaitingOrder
    let reason: any Error

    var description: String {
        "Order \(order.number), which waits at \(order.cafe), is not started: ".plain + "\(reason)"
    }
}
