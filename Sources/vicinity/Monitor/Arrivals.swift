import Synchronization

/// The cafés at which somebody has arrived, for whoever looks after them one look at a time.
final class Arrivals: Sendable {
    /// Has an element when there is something to look after; several things that come during a look are one.
    let news: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let cafes = Mutex<[String: ContinuousClock.Instant]>([:])

    init() { (news, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func note(_ cafe: String) {
        cafes.withLock { $0[cafe] = .now }
        ring.yield()
    }

    func lookAgain() { ring.yield() }

    /// Has whoever looks do so once more, and then end.
    func finish() {
        ring.yield()
        ring.finish()
    }

    /// The arrivals since a moment; they are nobody's any more.
    func take(since moment: ContinuousClock.Instant) -> [String: ContinuousClock.Instant] {
        cafes.withLock { cafes in
            defer { cafes = [:] }
            return cafes.filter { $0.value >= moment }
        }
    }

    /// Puts back what was taken in vain, unless the person has arrived there again.
    func giveBack(_ taken: [String: ContinuousClock.Instant]) {
        cafes.withLock { $0.merge(taken) { later, _ in later } }
    }
}
