import Glibc
import Synchronization
import Workplace

// How a server that is asked to end lets its clients go elsewhere.
extension Server {
    /// What makes a server end.
    enum EndCause: Sendable, Equatable {
        case signal(Int32)
        /// A newer program has changed the schema of the database.
        case superseded
    }

    /// Why a server has ended.
    final class End: Sendable {
        private let superseded = Atomic<Bool>(false)
        private let begun = Atomic<Bool>(false)

        /// Whether a newer program has changed the schema of the database.
        var isSupersession: Bool { superseded.load(ordering: .relaxed) }

        /// Whether the server has begun to end.
        var hasBegun: Bool { begun.load(ordering: .relaxed) }

        /// Notes that the server begins to end.
        func noteBegin() { begun.store(true, ordering: .relaxed) }

        /// Notes that a newer program has changed the schema.
        func noteSupersession() { superseded.store(true, ordering: .relaxed) }
    }

    /// Waits until the server has to end, and then for the time in which proxies send requests elsewhere.
    ///
    /// After Ctrl-C there is no such time, because somebody is waiting. A second signal ends it early.
    ///
    /// - Parameters:
    ///   - causes: What makes the server end, as it happens.
    ///   - drain: Prepares the end; everything is still served.
    ///   - handOver: Gives duties to other nodes.
    /// - Returns: The first cause; `nil` when the surrounding task was cancelled.
    func waitForEnd(
        _ causes: AsyncStream<EndCause>, drain: () -> Void, handOver: @escaping @Sendable () async -> Void
    ) async -> EndCause? {
        guard let cause = await causes.first(where: { _ in true }) else { return nil }
        guard cause != .signal(SIGINT), drainTime > .zero else { return cause }
        Terminal.error(
            "Serving for another \(drainTime.components.seconds) s, so that clients can go elsewhere.",
            level: .information)
        manager?.draining(for: drainTime + Self.grace)
        drain()
        await withTaskGroup { group in
            group.addTask {
                let end = ContinuousClock.now + drainTime
                await handOver()
                // A cancelled sleep ends the wait early, which is what the caller wants then.
                try? await Task.sleep(until: end, clock: .continuous)
            }
            group.addTask { for await next in causes where next != .superseded { return } }
            await group.next()
            group.cancelAll()
        }
        return cause
    }

    /// How long what is on its way may take before another node gets the duty of the sender.
    private static let sendingTime: Duration = .seconds(5)

    /// Sends nothing more, and gives the duty of the sender to another node once nothing is on its way, so that nothing is sent twice.
    static func handOver(_ installation: Installation) async {
        installation.store.resign()
        let end = ContinuousClock.now + sendingTime
        while installation.services.isSending, ContinuousClock.now < end {
            do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
        }
        installation.store.handOver()
    }
}
