import Synchronization

@testable import Workplace

/// A way out of the machine that only records what would leave, and answers as a test says.
final class FakeWay: Sendable {
    /// What a host does with calls.
    enum Reply: Sendable {
        case answers(Int, retryAfter: String? = nil)
        case fails(String)
        case refuses(String)
        /// It takes calls and never says a word.
        case isSilent
    }

    private struct State {
        var replies: [String: [Reply]] = [:]
        var mailReplies: [NoticeMailAnswer] = []
        var calls: [NoticeCall] = []
        var mails: [NoticeMail] = []
        var called: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    /// The calls so far, in their order.
    var calls: [NoticeCall] { state.withLock { $0.calls } }
    /// The mails so far, in their order.
    var mails: [NoticeMail] { state.withLock { $0.mails } }

    /// The calls to one host.
    func calls(to host: String) -> [NoticeCall] { calls.filter { Self.host(of: $0.url) == host } }

    /// Says what a host does: one reply for each call, the last of them for all further ones.
    ///
    /// Other hosts answer 201.
    func reply(of host: String, _ replies: Reply...) { state.withLock { $0.replies[host] = replies } }

    /// Says what the mail server does, as ``reply(of:_:)``.
    func letMail(_ replies: NoticeMailAnswer...) { state.withLock { $0.mailReplies = replies } }

    /// Runs something at each call, before it is answered.
    func whenCalled(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.called = body } }

    /// The transport over this way.
    func transport(contact: String? = "mailto:it@vicinity.example", hasMail: Bool = true) -> NoticeTransport {
        NoticeTransport(
            origin: "https://vicinity.example", contact: contact, plainHosts: ["ntfy.lan"],
            call: { await self.answer($0) }, mail: hasMail ? mailServer : nil)
    }

    private var mailServer: @Sendable (NoticeMail) async -> NoticeMailAnswer { { self.answer($0) } }

    private func answer(_ call: NoticeCall) async -> NoticeAnswer {
        let host = Self.host(of: call.url)
        let (reply, called) = state.withLock { state in
            state.calls.append(call)
            let replies = state.replies[host] ?? []
            if replies.count > 1 { state.replies[host] = Array(replies.dropFirst()) }
            return (replies.first ?? .answers(201), state.called)
        }
        called()
        switch reply {
        case .answers(let status, let retryAfter): return .answered(status: status, retryAfter: retryAfter)
        case .fails(let code): return .failed(code: code)
        case .refuses(let code): return .refused(code: code)
        case .isSilent:
            // Ends only when the test cancels the sender.
            let (silence, silent) = AsyncStream.makeStream(of: Void.self)
            for await _ in silence {}
            withExtendedLifetime(silent) {}
            return .failed(code: "outgoing-cancelled")
        }
    }

    private func answer(_ mail: NoticeMail) -> NoticeMailAnswer {
        state.withLock { state in
            state.mails.append(mail)
            let replies = state.mailReplies
            if replies.count > 1 { state.mailReplies = Array(replies.dropFirst()) }
            return replies.first ?? .handedOver
        }
    }

    private static func host(of url: String) -> String {
        String((url.split(separator: "://").last ?? "").prefix { $0 != "/" })
    }
}
