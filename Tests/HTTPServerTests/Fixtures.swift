import HTTPCore
import Synchronization
import Testing

@testable import HTTPServer

/// Runs a test against a server of its own, and checks that nothing of it is left afterwards.
func withServer(
    hosts: Set<String>? = nil, proxies: Set<IPAddress> = [], limits: WebServer.Limits = WebServer.Limits(),
    threads: Int = 2, tls: WebServer.TLSIdentity? = nil,
    report: @escaping @Sendable (any Error) -> Void = { Issue.record($0) },
    routes: (inout Router) -> Void, test: (WebServer, UInt16) async throws -> Void
) async throws {
    let configuration = WebServer.Configuration(
        hosts: hosts, trustedProxies: proxies, threads: threads, tls: tls, limits: limits)
    weak let driver = try await runServer(configuration, report: report, routes: routes, test: test)
    // Cancelled handlers end a little later; the time limit of the test ends the wait when something is leaked.
    while driver != nil { await Task.yield() }
}

private func runServer(
    _ configuration: WebServer.Configuration, report: @escaping @Sendable (any Error) -> Void,
    routes: (inout Router) -> Void,
    test: (WebServer, UInt16) async throws -> Void
) async throws -> Driver {
    var router = Router()
    routes(&router)
    let server = WebServer(configuration: configuration, router: router, report: report)
    let address = try server.start()
    do {
        try await test(server, address.port)
    } catch {
        await server.stop(grace: .zero)
        throw error
    }
    await server.stop(grace: .zero)
    return server.driver
}

/// Something that happens once, and that others wait for.
final class Signal: Sendable {
    private struct State {
        var hasFired = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func fire() {
        let waiting = state.withLock { state in
            state.hasFired = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let hasFired = state.withLock { state in
                if !state.hasFired { state.waiting.append(continuation) }
                return state.hasFired
            }
            if hasFired { continuation.resume() }
        }
    }
}

/// Pipes that a route has opened, in order.
final class Pipes: Sendable {
    private let pipes = Mutex<[HTTPBodyPipe]>([])

    var all: [HTTPBodyPipe] { pipes.withLock { $0 } }

    func open(capacity: Int = 256 * 1024) -> HTTPBodyPipe {
        let pipe = HTTPBodyPipe(capacity: capacity)
        pipes.withLock { $0.append(pipe) }
        return pipe
    }
}

extension HTTPResponse {
    static func text(_ text: String) -> HTTPResponse {
        .content(Array(text.utf8), type: "text/plain; charset=utf-8")
    }
}
