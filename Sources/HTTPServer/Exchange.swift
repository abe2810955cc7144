import CMicroHTTPD
import HTTPCore
import Synchronization

/// One request and its answer.
///
/// Unchecked because of its plain variables: they are touched only on the thread that serves the connection, and `due` only
/// under the driver's lock. What the answering task and that thread share is in `answer`.
final class Exchange: @unchecked Sendable {
    private enum Answer {
        case none
        case pending(Task<Void, Never>?)
        case ready(HTTPResponse)
        case taken
    }

    private let driver: Driver
    private let peer: Peer
    private let connection: ConnectionHandle
    private var request: HTTPRequest
    private var refusal: Problem?
    private var surplus = 0
    private let answer = Mutex(Answer.none)
    private(set) var hasBegun = false
    /// The tick at which the handler's time is over.
    var due = UInt64.max

    init(driver: Driver, peer: Peer, connection: ConnectionHandle, target: String) {
        self.driver = driver
        self.peer = peer
        self.connection = connection
        request = HTTPRequest(target: target, isSecure: driver.isSecure)
        request.clientAddress = peer.address
        driver.requestBegan(on: peer)
    }

    // MARK: - Arriving

    /// Takes the header, which is complete.
    ///
    /// An answer now would cost the connection, so only what must be refused is.
    func begin(method: UnsafePointer<CChar>) -> MHD_Result {
        hasBegun = true
        request.method = HTTPMethod(unsafe String(cString: method))
        let size = unsafe vicinity_mhd_header_size(connection.pointer)
        guard size <= driver.limits.headerBytes else { return send(Problem.headerTooLarge.response) }
        guard announcedBodySize <= driver.limits.bodyBytes else { return send(Problem.bodyTooLarge.response) }
        unsafe request.fields.collect(from: connection.pointer, reserving: size)
        guard !peer.isProxy || request.takeClient(from: driver.proxies) else {
            return send(Problem.badForwarding.response)
        }
        return .YES
    }

    /// What `Content-Length` says; the library has refused malformed ones.
    private var announcedBodySize: UInt64 {
        guard
            let text = unsafe MHD_lookup_connection_value(connection.pointer, .HEADER_KIND, "Content-Length")
        else {
            return 0
        }
        return UInt64(unsafe String(cString: text)) ?? 0
    }

    /// Takes a part of the body.
    ///
    /// No answer can be given before its end, so that a surplus is swallowed, to a point.
    func receive(_ part: UnsafeRawBufferPointer) -> MHD_Result {
        if refusal == nil, request.body.count + part.count > driver.limits.bodyBytes {
            refusal = .bodyTooLarge
            request.body = []
        }
        guard refusal != nil else {
            unsafe request.body.append(contentsOf: part)
            return .YES
        }
        surplus += part.count
        return surplus <= Self.largestSurplus ? .YES : .NO
    }

    /// What a client may send beyond the limit and still be told so.
    private static let largestSurplus = 1024 * 1024

    /// The request is complete, or its answer is ready.
    func proceed() -> MHD_Result {
        let ready = answer.withLock { answer -> HTTPResponse? in
            guard case .ready(let response) = answer else { return nil }
            answer = .taken
            return response
        }
        if let ready { return send(ready) }
        peer.expectNothing()
        if let refusal { return send(refusal.response) }
        return answerRequest()
    }

    /// The library has forgotten the request.
    func complete() { driver.requestEnded(on: peer) }

    // MARK: - Answering

    private func answerRequest() -> MHD_Result {
        // Once, because each reading of a variable of this object counts references.
        let request = request
        if let hosts = driver.hosts, !hosts.include(hostOf: request) {
            return send(Problem.misdirected.response)
        }
        let resolution = driver.router.resolve(request)
        guard case .matched(let handler, let parameters) = resolution else {
            return send(resolution.refusal ?? HTTPResponse(.noContent))
        }
        switch handler {
        case .fixed(let fixed):
            return send(fixed, for: request)
        case .immediate(let handle):
            do {
                return send(try handle(request, parameters))
            } catch {
                return send(HTTPResponse(answering: error, report: driver.report))
            }
        case .asynchronous(let handle):
            suspend(untilAnsweredBy: handle, request, parameters)
            return .YES
        }
    }

    private func suspend(
        untilAnsweredBy handle:
            @escaping @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse,
        _ request: HTTPRequest, _ parameters: PathParameters
    ) {
        answer.withLock { $0 = .pending(nil) }
        driver.suspend(connection)
        guard driver.watch(self) else { return giveUp(.stopping) }
        // Ends by itself; cancelled when its time is over or the server stops. It begins on this thread, which spares a
        // wake-up of another one for what comes before its first wait.
        let task = Task.immediate { [driver] in
            do {
                self.settle(try await handle(request, parameters))
            } catch {
                self.settle(HTTPResponse(answering: error, report: driver.report))
            }
        }
        let isAnswered = answer.withLock { answer in
            guard case .pending = answer else { return true }
            answer = .pending(task)
            return false
        }
        // Its time may have run out before it could be given up by name.
        if isAnswered { task.cancel() }
    }

    /// Answers instead of the handler, which is cancelled and whose own answer will be dropped.
    func giveUp(_ problem: Problem) {
        let task = answer.withLock { answer -> Task<Void, Never>? in
            guard case .pending(let task) = answer else { return nil }
            return task
        }
        settle(problem.response)
        task?.cancel()
    }

    /// Takes the first answer and lets the connection go on; any later one is dropped.
    private func settle(_ response: HTTPResponse) {
        let isFirst = answer.withLock { answer in
            guard case .pending = answer else { return false }
            answer = .ready(response)
            return true
        }
        guard isFirst else { return response.abandon() }
        driver.forget(self)
        driver.resume(connection)
    }

    private func send(_ response: HTTPResponse) -> MHD_Result {
        writer.queue(response)
    }

    private func send(_ fixed: FixedResponse, for request: HTTPRequest) -> MHD_Result {
        if fixed.isConditional {
            let response = fixed.response.conditional(for: request)
            guard response.status == fixed.response.status else { return send(response) }
        }
        // What was prepared says what holds of the server's own connections.
        guard !driver.isStopping, request.isSecure == driver.isSecure,
            let prepared = driver.preparedResponse(to: fixed)
        else { return send(fixed.response) }
        return writer.queue(prepared, fixed.response.status)
    }

    private var writer: ResponseWriter {
        ResponseWriter(
            driver: driver, connection: connection, isHead: request.method == .head,
            isSecure: request.isSecure)
    }
}

extension HTTPResponse {
    /// Tells the producer of a stream that nobody will read it.
    func abandon() {
        if case .stream(let pipe) = body { pipe.close() }
    }
}
