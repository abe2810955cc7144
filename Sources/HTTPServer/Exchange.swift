import CMicroHTTPD
import HTTPCore
import Synchronization
import Tracing

/// One request and its answer.
///
/// Unchecked because of its plain variables. Only the thread that serves the connection touches them, and
/// `due` only under the driver's lock. State shared by that thread and the answering task is in `answer`.
final class Exchange: @unchecked Sendable {
    private enum Answer {
        case none
        case pending(Task<Void, Never>?)
        case ready(Settlement)
    }

    /// The result that a suspended connection waited for.
    private enum Settlement {
        case answer(HTTPResponse)
        /// The body may follow.
        case admission
    }

    private let driver: Driver
    private let peer: Peer
    private let connection: ConnectionHandle
    private let began = ContinuousClock.now
    private var request: HTTPRequest
    /// The index of the route in the router's list, once it is found.
    private var route: Int?
    /// The span of the request; `nil` where nothing is traced.
    private var trace: Trace?
    /// An answer that is already certain; no handler will see the body.
    private var refusal: HTTPResponse?
    private var bodyLimit: Int
    /// Bytes that were reserved in the driver's budget for the body.
    private var room = 0
    private var surplus = 0
    private let answer = Mutex(Answer.none)
    private(set) var hasBegun = false
    /// The tick at which the handler's time is over.
    var due = UInt64.max

    init(driver: Driver, peer: Peer, connection: ConnectionHandle, target: String) {
        self.driver = driver
        self.peer = peer
        self.connection = connection
        bodyLimit = driver.limits.bodyBytes
        request = HTTPRequest(target: target, isSecure: driver.isSecure)
        request.clientAddress = peer.address
        driver.requestBegan(on: peer)
    }

    // MARK: - Arriving

    /// Reads the complete header and decides whether the client may send the body.
    func begin(method: UnsafePointer<CChar>) -> MHD_Result {
        hasBegun = true
        // Only requests that came through the gate are answered.
        guard peer.gate.requestBegins() else { return .NO }
        request.method = HTTPMethod(unsafe String(cString: method))
        let size = unsafe vicinity_mhd_header_size(connection.pointer)
        unsafe request.fields.collect(from: connection.pointer, reserving: size)
        request.id = request.fields[RequestID.field].flatMap { RequestID($0) } ?? driver.requestIDs.next()
        if let tracer = driver.tracer {
            trace = tracer.begin(continuing: request.fields[TraceContext.field])
        }
        guard !peer.needsTLS else { return send(Problem.httpsNeeded.response) }
        guard !peer.isProxy || request.takeClient(from: driver.proxies) else {
            return send(Problem.badForwarding.response)
        }
        guard let announced = announcedBodySize else { return .YES }
        return admitBody(of: announced)
    }

    /// The announced size of the body in bytes; `Int.max` for a chunked body, `nil` for none.
    ///
    /// The gate has refused malformed lengths.
    private var announcedBodySize: Int? {
        if request.fields["Transfer-Encoding"] != nil { return .max }
        return request.fields["Content-Length"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Refuses a body that no handler will read.
    ///
    /// A short body is read and dropped before the answer, because an answer at this moment closes the
    /// connection.
    private func admitBody(of size: Int) -> MHD_Result {
        let request = request
        // Other errors are found when the request is complete, and a small body costs nothing until then.
        let isAskedFor = request.fields["Expect"] != nil
        guard size > BodyBudget.freeBytes || isAskedFor else {
            return size <= bodyLimit ? .YES : send(Problem.bodyTooLarge.response)
        }
        refusal = refusalOfHost(of: request)?.response ?? driver.router.resolve(request).refusal
        if let refusal {
            return !isAskedFor && size <= Self.swallowedAtMost ? .YES : send(refusal)
        }
        guard size > BodyBudget.freeBytes else { return .YES }
        let (admission, parameters) = driver.router.bodyAdmission(of: request)
        // A method that only reads has no use for a body.
        bodyLimit =
            request.method.isRead ? BodyBudget.freeBytes : admission.limit ?? driver.limits.bodyBytes
        guard size == .max || size <= bodyLimit else { return send(Problem.bodyTooLarge.response) }
        guard let check = admission.check else { return .YES }
        peer.deadline.clear()
        suspend {
            try await check(request, parameters)
            return nil
        }
        return .YES
    }

    /// Receives a part of the body.
    ///
    /// The library allows no answer before the body ends. So this drops the bytes beyond the limit, up to a
    /// maximum.
    func receive(_ part: UnsafeRawBufferPointer) -> MHD_Result {
        if refusal == nil, let problem = takeRoom(for: part.count) {
            refusal = problem.response
            request.body = []
            giveBackRoom()
        }
        guard refusal != nil else {
            unsafe request.body.append(contentsOf: part)
            return .YES
        }
        surplus += part.count
        return surplus <= Self.largestSurplus ? .YES : .NO
    }

    /// Makes sure that there is room for more of the body.
    private func takeRoom(for count: Int) -> Problem? {
        let size = request.body.count + count
        guard size <= bodyLimit else { return .bodyTooLarge }
        guard size > BodyBudget.freeBytes else { return nil }
        guard driver.bodies.take(size - room, for: request.clientAddress) else { return .tooManyBodies }
        room = size
        return nil
    }

    /// A refused body up to this size in bytes is read to its end before the answer.
    private static let swallowedAtMost = 16 * 1024
    /// How many bytes of a refused body are dropped before the connection is closed without an answer.
    private static let largestSurplus = 1024 * 1024

    /// Continues when the body may follow, the request is complete, or its answer is ready.
    func proceed() -> MHD_Result {
        let settled = answer.withLock { answer -> Settlement? in
            guard case .ready(let settled) = answer else { return nil }
            answer = .none
            return settled
        }
        switch settled {
        case .answer(let response): return send(response)
        case .admission:
            peer.deadline.set(after: driver.arrivalTicks)
            return .YES
        case nil: break
        }
        peer.deadline.clear()
        if let refusal { return send(refusal) }
        return answerRequest()
    }

    /// Cleans up after the library has finished with the request.
    func complete(isAnswered: Bool) {
        giveBackRoom()
        driver.requestEnded(on: peer, isAnswered: isAnswered)
    }

    private func giveBackRoom() {
        driver.bodies.giveBack(room, of: request.clientAddress)
        room = 0
    }

    // MARK: - Answering

    private func answerRequest() -> MHD_Result {
        // Copied once, because each read of a property of this object counts references.
        let request = request
        if let problem = refusalOfHost(of: request) { return send(problem.response) }
        let resolution = driver.router.resolve(request)
        guard case .matched(let handler, let parameters, let route) = resolution else {
            return send(resolution.refusal ?? HTTPResponse(.noContent))
        }
        self.route = route
        switch handler {
        case .fixed(let fixed):
            return send(fixed, for: request)
        case .immediate(let handle):
            do {
                return send(try accompanied { try handle(request, parameters) })
            } catch {
                return send(accompanied { HTTPResponse(answering: error, report: driver.report) })
            }
        case .asynchronous(let handle):
            suspend { try await handle(request, parameters) }
            return .YES
        }
    }

    /// Runs a body that knows the name of the request and, where it is traced, its span.
    private func accompanied<Result>(_ body: () throws -> Result) rethrows -> Result {
        try RequestID.$current.withValue(request.id) {
            guard let trace else { return try body() }
            return try Trace.$current.withValue(trace) { try body() }
        }
    }

    private func refusalOfHost(of request: HTTPRequest) -> Problem? {
        if let authority = request.authority, authority.lowercased() != request.fields["Host"]?.lowercased() {
            return .otherAuthority
        }
        if let hosts = driver.hosts, !hosts.include(hostOf: request) { return .misdirected }
        return nil
    }

    /// Suspends the connection until there is an answer, or until the client may send the body.
    ///
    /// - Parameter handle: Returns the answer, or `nil` to let the body follow.
    private func suspend(until handle: @escaping @Sendable () async throws -> HTTPResponse?) {
        answer.withLock { $0 = .pending(nil) }
        driver.suspend(connection)
        guard driver.watch(self) else { return giveUp(.stopping) }
        // The task ends by itself; it is cancelled when its time is over or the server stops. It begins on
        // this thread, so the work before its first suspension wakes no other thread.
        let task = accompanied {
            Task.immediate { [driver] in
                do {
                    self.settle(try await handle().map(Settlement.answer) ?? .admission)
                } catch {
                    self.settle(.answer(HTTPResponse(answering: error, report: driver.report)))
                }
            }
        }
        let isAnswered = answer.withLock { answer in
            guard case .pending = answer else { return true }
            answer = .pending(task)
            return false
        }
        // `giveUp` may have run before the task was stored, and could not cancel it then.
        if isAnswered { task.cancel() }
    }

    /// Answers instead of the handler, which is cancelled and whose own answer will be dropped.
    func giveUp(_ problem: Problem) {
        let task = answer.withLock { answer -> Task<Void, Never>? in
            guard case .pending(let task) = answer else { return nil }
            return task
        }
        settle(.answer(problem.response))
        task?.cancel()
    }

    /// Stores the first result and resumes the connection; later results are dropped.
    private func settle(_ settled: Settlement) {
        let isFirst = answer.withLock { answer in
            guard case .pending = answer else { return false }
            answer = .ready(settled)
            return true
        }
        guard isFirst else {
            if case .answer(let response) = settled { response.abandon() }
            return
        }
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
        // Prepared responses fit only the server's own scheme, HTTP or HTTPS, and only until it ends.
        guard !driver.isEnding, request.isSecure == driver.isSecure,
            let prepared = driver.preparedResponse(to: fixed)
        else { return send(fixed.response) }
        return writer.queue(prepared, fixed.response.status)
    }

    private var writer: ResponseWriter {
        ResponseWriter(
            driver: driver, connection: connection, isHead: request.method == .head,
            isSecure: request.isSecure, id: request.id, exchange: self)
    }

    /// Records that the answer is ready.
    func note(_ status: HTTPStatus) {
        let duration = began.duration(to: .now)
        let served = ServedRequest(
            route: route, id: request.id, method: request.method, status: status, duration: duration)
        guard let trace else {
            driver.served?(served)
            return
        }
        Trace.$current.withValue(trace) { driver.served?(served) }
        let end = trace.tracer.now
        trace.finish(
            served.spanName(in: driver.router), .server,
            start: end &- UInt64(clamping: duration.attoseconds / 1_000_000_000), end: end,
            attributes: served.attributes(in: driver.router, isSecure: request.isSecure),
            hasFailed: status.code >= 500)
    }
}

extension HTTPResponse {
    /// Tells the producer of a stream that nobody will read it.
    func abandon() {
        if case .stream(let pipe) = body { pipe.close() }
    }
}
