public import Authorization
import Observations

/// A person's reply to a question.
public struct AuthorizationReply: Hashable, Sendable {
    /// The answer.
    public var answer: AuthorizationAnswer
    /// The accuracy, if the question offered a choice.
    public var accuracy: AccuracyAuthorization

    /// Makes a reply.
    public init(_ answer: AuthorizationAnswer, accuracy: AccuracyAuthorization = .fullAccuracy) {
        self.answer = answer
        self.accuracy = accuracy
    }
}

extension LocationAuthority {
    /// Asks the person the questions and ends expired grants, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - clock: Measures the waiting time.
    ///   - person: Asks one question; returns `nil` when it was closed without an answer. Its task is
    ///     cancelled when the question is no longer needed.
    public func run(
        clock: some Clock<Duration> = ContinuousClock(),
        asking person: @escaping @Sendable (AuthorizationPrompt) async -> AuthorizationReply?
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepTime(by: clock) }
            for await prompt in stream(of: \.prompt) {
                guard let prompt else { continue }
                group.addTask { await self.put(prompt, to: person) }
            }
        }
    }

    private func keepTime(by clock: some Clock<Duration>) async {
        await withDiscardingTaskGroup { group in
            for await check in stream(of: \.nextCheck) {
                guard let check else { continue }
                group.addTask { await self.wait(until: check, by: clock) }
            }
        }
    }

    private func wait(until check: ObservationTime, by clock: some Clock<Duration>) async {
        // The host's time and the clock may differ by microseconds.
        while presentTime < check {
            // A cancelled sleep ends this method.
            do { try await clock.sleep(for: presentTime.duration(to: check)) } catch { return }
        }
        elapse()
    }

    private func put(
        _ prompt: AuthorizationPrompt,
        to person: @escaping @Sendable (AuthorizationPrompt) async -> AuthorizationReply?
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.settle(prompt, with: person(prompt)) }
            group.addTask { await self.untilClosed(prompt) }
            await group.next()
            group.cancelAll()
        }
    }

    private func settle(_ prompt: AuthorizationPrompt, with reply: AuthorizationReply?) {
        guard !Task.isCancelled else { return }
        do throws(AuthorizationRefusal) {
            if let reply {
                try answer(reply.answer, to: prompt, accuracy: reply.accuracy)
            } else {
                try dismiss(prompt)
            }
        } catch {
            // The question was closed while the person answered, or the answer does not fit. Then there is no
            // answer.
            if error == .answerNotOffered { return settle(prompt, with: nil) }
        }
    }

    private func untilClosed(_ prompt: AuthorizationPrompt) async {
        for await open in stream(of: \.prompt) where open != prompt { return }
    }
}
