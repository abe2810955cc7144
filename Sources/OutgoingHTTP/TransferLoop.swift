import CCurl
import Glibc
import Synchronization

/// Runs calls on one thread of its own with libcurl's interface for many at a time.
///
/// The thread holds the loop until it was stopped. All of libcurl's handles belong to the thread; others only leave calls
/// in the inbox and wake it.
@safe
final class TransferLoop: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Result<OutgoingResponse, OutgoingError>, Never>
    typealias CallID = Int

    private struct Inbox {
        var nextID = 0
        var submitted: [(id: CallID, request: OutgoingRequest, continuation: Continuation)] = []
        /// Calls that were cancelled and whose task has not gone on yet.
        var cancelled: Set<CallID> = []
        /// Calls that have begun and are not over.
        var openCount = 0
        var isStopped = false
    }

    // libcurl asks for this once, before any other call.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let configuration: OutgoingClient.Configuration
    /// libcurl allows other threads to wake it, and nothing else; it lives as long as anybody holds the loop.
    private let multi: UnsafeMutableRawPointer
    private let inbox = Mutex(Inbox())
    /// Only for the thread.
    private var transfers: [CallID: Transfer] = [:]

    init(_ configuration: OutgoingClient.Configuration) {
        guard Self.isReady, let multi = unsafe curl_multi_init() else {
            preconditionFailure("libcurl did not start")
        }
        self.configuration = configuration
        unsafe self.multi = multi
        unsafe vicinity_curl_limit_connections(multi, 32, 8)
    }

    deinit { unsafe curl_multi_cleanup(multi) }

    // MARK: - From any thread

    func start() {
        var thread = pthread_t()
        // Released by the thread when it ends.
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let code = unsafe pthread_create(&thread, nil, runTransferLoop, context)
        precondition(code == 0, "no thread for outgoing calls: \(code)")
        pthread_detach(thread)
    }

    func stop() {
        inbox.withLock { $0.isStopped = true }
        wake()
    }

    func newCallID() -> CallID {
        inbox.withLock { inbox in
            inbox.nextID += 1
            return inbox.nextID
        }
    }

    func submit(_ request: OutgoingRequest, _ id: CallID, _ continuation: Continuation) {
        let refusal = inbox.withLock { inbox -> OutgoingError? in
            if inbox.isStopped { return .closed }
            if inbox.cancelled.contains(id) { return .cancelled }
            guard inbox.openCount < configuration.callLimit else { return .tooManyCalls }
            inbox.openCount += 1
            inbox.submitted.append((id, request, continuation))
            return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) } else { wake() }
    }

    func cancel(_ id: CallID) {
        inbox.withLock { _ = $0.cancelled.insert(id) }
        wake()
    }

    /// Forgets that a call was cancelled, once it is over.
    func finish(_ id: CallID) { inbox.withLock { _ = $0.cancelled.remove(id) } }

    private func wake() { _ = unsafe curl_multi_wakeup(multi) }

    // MARK: - On the thread

    func run() {
        while !isStopped {
            takeSubmitted()
            var running: Int32 = 0
            _ = unsafe curl_multi_perform(multi, &running)
            endDone()
            // Wakes for sockets, for libcurl's own timers, and when somebody calls `wake()`.
            _ = unsafe curl_multi_poll(multi, nil, 0, 60_000, nil)
        }
        takeSubmitted()
        for id in Array(transfers.keys) { end(id, .failure(.closed)) }
    }

    private var isStopped: Bool { inbox.withLock { $0.isStopped } }

    private func takeSubmitted() {
        let (submitted, cancelled) = inbox.withLock { inbox in
            defer { inbox.submitted = [] }
            return (inbox.submitted, inbox.cancelled)
        }
        for (id, request, continuation) in submitted { begin(request, id, continuation) }
        for id in cancelled where transfers[id] != nil { end(id, .failure(.cancelled)) }
    }

    private func begin(_ request: OutgoingRequest, _ id: CallID, _ continuation: Continuation) {
        do throws(OutgoingError) {
            let transfer = try Transfer(id, request, configuration, continuation)
            unsafe curl_multi_add_handle(multi, transfer.handle)
            transfers[id] = transfer
        } catch {
            noteEnd()
            continuation.resume(returning: .failure(error))
        }
    }

    private func endDone() {
        var (code, status, context) = unsafe (CURLE_OK, 0, UnsafeMutableRawPointer?.none)
        while unsafe vicinity_curl_next_done(multi, &code, &status, &context) != nil {
            guard let context = unsafe context else { continue }
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            end(transfer.id, transfer.result(code, status: status))
        }
    }

    private func end(_ id: CallID, _ result: Result<OutgoingResponse, OutgoingError>) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        unsafe curl_multi_remove_handle(multi, transfer.handle)
        noteEnd()
        transfer.continuation.resume(returning: result)
    }

    private func noteEnd() {
        inbox.withLock { $0.openCount -= 1 }
    }
}

/// The whole life of the thread.
private func runTransferLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    // Signals are for the program's other threads; one of a broken connection would end the program.
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let loop = unsafe Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue()
    loop.run()
    return nil
}
