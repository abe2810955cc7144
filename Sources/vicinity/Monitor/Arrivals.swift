import JSON
import Synchronization

/// The cafés at which somebody has arrived, for whoever looks after them one look at a time.
///
/// An arrival counts for a minute from when it happened, whenever it is told: the person may have gone since.
final class Arrivals: Sendable {
    /// For how long somebody counts as being where they were, when a server was away meanwhile.
    private static let patience: Duration = .seconds(60)

    /// Has an element when there is something to look after; several things that come during a look are one.
    let news: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let cafes = Mutex<[String: ContinuousClock.Instant]>([:])

    init() { (news, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Notes an arrival so long after it happened; one in the future, of a clock that is ahead, happens now.
    func note(_ cafe: String, age: Duration, now: ContinuousClock.Instant = .now) {
        guard age < Self.patience else { return }
        let moment = now - max(age, .zero)
        cafes.withLock { $0[cafe] = max($0[cafe] ?? moment, moment) }
        ring.yield()
    }

    func lookAgain() { ring.yield() }

    /// Has whoever looks do so once more, and then end.
    func finish() {
        ring.yield()
        ring.finish()
    }

    /// The arrivals that still count; they are nobody's any more.
    func take(now: ContinuousClock.Instant = .now) -> [String: ContinuousClock.Instant] {
        cafes.withLock { cafes in
            defer { cafes = [:] }
            return cafes.filter { now - $0.value < Self.patience }
        }
    }

    /// Puts back what was taken in vain, unless the person has arrived there again.
    func giveBack(_ taken: [String: ContinuousClock.Instant]) {
        cafes.withLock { $0.merge(taken) { later, _ in later } }
    }

    /// Has the orders of somebody who has arrived started one after the other; one that is refused, because its kitchen has
    /// closed, keeps no other from it.
    ///
    /// The arrival is put back when the server may take the order a moment later.
    ///
    /// - Parameters:
    ///   - orders: The orders of the cafés where the person is.
    ///   - taken: The arrivals that ``take(now:)`` gave.
    ///   - start: Has one started.
    /// - Returns: The last order that was refused.
    /// - Throws: ``NotStarted``, with what `start` throws that concerns every order: nothing answers, or the session has ended.
    func start(
        _ orders: [WaitingOrder], after taken: [String: ContinuousClock.Instant],
        by start: (WaitingOrder) async throws -> Void
    ) async throws(NotStarted) -> NotStarted? {
        var last: NotStarted?
        for order in orders {
            do { try await start(order) } catch {
                let failure = NotStarted(order: order, reason: error)
                guard let refusal = error as? CommandFailure, refusal.status != 401 else { throw failure }
                last = failure
                if refusal.isPassing { giveBack(taken.filter { $0.key == order.cafe }) }
            }
        }
        return last
    }
}

/// An order that goes on waiting, and why it could not be started.
struct NotStarted: Error, CustomStringConvertible {
    let order: WaitingOrder
    let reason: any Error

    var description: String {
        "Order \(order.number), which waits at \(order.cafe), is not started: ".plain + "\(reason)"
    }
}
