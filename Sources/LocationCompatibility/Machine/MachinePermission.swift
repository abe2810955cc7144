import Authorization
import Machine
import Monitoring
import Observations
import Processes
import Synchronization

/// Connects an authority to the person who uses this machine: to their terminal, and to their file of permissions.
final class MachinePermission: Sendable {
    private struct Known {
        /// The newest decision that the file and the authority share.
        var decision: AuthorizationDecision
        var version: String?
    }

    private let program = ThisProgram.path
    private let file: ProgramPermissions?
    private let sessions: SessionMemory?
    private let known: Mutex<Known>

    /// Reads what the person permits this program.
    ///
    /// Without a folder for permissions, and with a file that cannot be trusted, the person has not decided.
    init() {
        // Without a home folder the answer cannot be stored, so each run asks the person.
        file = try? ProgramPermissions()
        sessions = try? SessionMemory()
        let decision = (try? file?.decision(about: program)) ?? AuthorizationDecision()
        known = Mutex(Known(decision: decision, version: file?.version))
    }

    /// What an authority of this program remembers at its start.
    var memory: AuthorizationMemory {
        AuthorizationMemory(decision: known.withLock { $0.decision }, sessions: sessions?.goals ?? [])
    }

    /// Asks the person on their terminal, if there is one, and stores their answers, until the task is cancelled.
    func run(_ authority: LocationAuthority) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await memory in authority.stream(of: \.memory) { self.store(memory) }
            }
            for await prompt in authority.stream(of: \.prompt) {
                guard let prompt else { continue }
                if prompt.isFirst { note() }
                group.addTask { await self.put(prompt, to: authority) }
            }
        }
    }

    /// Takes over what the person changed in the file.
    func look(for authority: LocationAuthority) {
        guard let file else { return }
        let version = file.version
        let isNews = known.withLock { known in
            defer { known.version = version }
            return known.version != version
        }
        guard isNews, let decision = try? file.decision(about: program) else { return }
        let isOther = known.withLock { known in
            defer { known.decision = decision }
            return known.decision.grant != decision.grant || known.decision.accuracy != decision.accuracy
        }
        if isOther { authority.set(decision.grant, accuracy: decision.accuracy) }
    }

    /// Lists the program as one that asks, so that the person can answer elsewhere.
    private func note() { store(AuthorizationDecision()) }

    private func store(_ memory: AuthorizationMemory) {
        sessions?.store(memory.sessions)
        let isNews = known.withLock { known in
            defer { known.decision = memory.decision }
            return known.decision != memory.decision
        }
        if isNews { store(memory.decision) }
    }

    private func store(_ decision: AuthorizationDecision) {
        // A decision that cannot be stored holds for this run.
        try? file?.store(decision, about: program)
        known.withLock { $0.version = file?.version }
    }

    private func put(_ prompt: AuthorizationPrompt, to authority: LocationAuthority) async {
        // Another answer, for example in the file, closes the question.
        let answer = await withTaskGroup(of: AuthorizationAnswer?.self) { group in
            group.addTask { await TerminalQuestion.answer(to: prompt, by: self.program) }
            group.addTask {
                for await open in authority.stream(of: \.prompt) where open != prompt { break }
                return nil
            }
            let first = await group.next() ?? nil
            // Without a terminal, the question stays open until somebody answers it in the file.
            group.cancelAll()
            return first
        }
        guard let answer else { return }
        // A question that was closed meanwhile has its answer.
        try? authority.answer(answer, to: prompt)
    }
}

extension AuthorizationPrompt {
    /// Whether nothing has been decided about the program.
    fileprivate var isFirst: Bool {
        switch self {
        case .whenInUse, .always: true
        case .upgrade, .confirmation, .temporaryFullAccuracy: false
        }
    }
}
