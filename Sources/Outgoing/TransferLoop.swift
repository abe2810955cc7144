import CCurl
import COpenSSL
import Glibc
import Synchronization

/// Runs calls on one thread of its own with libcurl's interface for many at a time.
///
/// The thread holds the loop until the loop is stopped. All of libcurl's handles belong to the thread; other threads only
/// put calls into the inbox and wake it.
@safe
final class TransferLoop: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<CallEnd, Never>
    typealias CallID = Int

    private struct Inbox {
        var nextID = 0
        var submitted: [(id: CallID, call: Call, continuation: Continuation)] = []
        /// Calls that were cancelled and whose task has not gone on yet.
        var cancelled: Set<CallID> = []
        /// Calls that have begun and are not over.
        var openCount = 0
        var isStopped = false
        /// Whether libcurl's handle is gone, which the thread closes at its end.
        var isOver = false
    }

    // libcurl asks for this once, before any other call.
    private static let isReady =
        copenssl_keep_at_exit() && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let limits: TransferLimits
    /// libcurl allows other threads to wake it, and nothing else.
    private let multi: UnsafeMutableRawPointer
    private let inbox = Mutex(Inbox())
    /// Only for the thread.
    private var transfers: [CallID: Transfer] = [:]
    /// How many transfers there are to each host; only for the thread.
    private var hostCounts: [String: Int] = [:]

    /// Makes a loop and starts its thread, which runs until ``stop()``.
    init(_ limits: TransferLimits) {
        guard Self.isReady, let multi = unsafe curl_multi_init() else {
            preconditionFailure("libcurl did not start")
        }
        self.limits = limits
        unsafe self.multi = multi
        unsafe vicinity_curl_limit_connections(multi, limits.connectionLimit, limits.connectionLimit)
        start()
    }

    // MARK: - From any thread

    private func start() {
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

    /// Runs a call to its end, or until the task is cancelled.
    func run(_ call: Call) async -> CallEnd {
        let id = newCallID()
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { submit(call, id, $0) }
        } onCancel: {
            cancel(id)
        }
        finish(id)
        return end
    }

    private func newCallID() -> CallID {
        inbox.withLock { inbox in
            inbox.nextID += 1
            return inbox.nextID
        }
    }

    private func submit(_ call: Call, _ id: CallID, _ continuation: Continuation) {
        let refusal = inbox.withLock { inbox -> OutgoingError? in
            if inbox.isStopped { return .closed }
            if inbox.cancelled.contains(id) { return .cancelled }
            guard inbox.openCount < limits.callLimit else { return .tooManyCalls }
            inbox.openCount += 1
            inbox.submitted.append((id, call, continuation))
            return nil
        }
        if let refusal { continuation.resume(returning: CallEnd(refusal)) } else { wake() }
    }

    private func cancel(_ id: CallID) {
        inbox.withLock { _ = $0.cancelled.insert(id) }
        wake()
    }

    /// Removes the record of a cancellation after its call has ended.
    private func finish(_ id: CallID) { inbox.withLock { _ = $0.cancelled.remove(id) } }

    /// Writes to a socket of libcurl's, which calls nothing back; under the lock, because the handle must still be there.
    private func wake() {
        inbox.withLock { inbox in
            if !inbox.isOver { _ = unsafe curl_multi_wakeup(multi) }
        }
    }

    // MARK: - On the thread

    fileprivate func run() {
        while !isStopped {
            takeSubmitted()
            var running: Int32 = 0
            _ = unsafe curl_multi_perform(multi, &running)
            endDone()
            // Wakes for sockets, for libcurl's own timers, and when somebody calls `wake()`.
            _ = unsafe curl_multi_poll(multi, nil, 0, 60_000, nil)
        }
        takeSubmitted()
        for id in Array(transfers.keys) { end(id, CallEnd(.closed)) }
        inbox.withLock { $0.isOver = true }
        // Here, because a mail server may take its time to say goodbye.
        unsafe curl_multi_cleanup(multi)
    }

    private var isStopped: Bool { inbox.withLock { $0.isStopped } }

    private func takeSubmitted() {
        let (submitted, cancelled) = inbox.withLock { inbox in
            defer { inbox.submitted = [] }
            return (inbox.submitted, inbox.cancelled)
        }
        for (id, call, continuation) in submitted { begin(call, id, continuation) }
        for id in cancelled where transfers[id] != nil { end(id, CallEnd(.cancelled)) }
    }

    private func begin(_ call: Call, _ id: CallID, _ continuation: Continuation) {
        do throws(OutgoingError) {
            let transfer = try Transfer(id, call, limits, continuation)
            // A host that never answers must not take the place of all others.
            guard hostCounts[transfer.host, default: 0] < limits.callLimitPerHost else {
                throw .tooManyCalls
            }
            unsafe curl_multi_add_handle(multi, transfer.handle)
            transfers[id] = transfer
            hostCounts[transfer.host, default: 0] += 1
        } catch {
            noteEnd()
            continuation.resume(returning: CallEnd(error))
        }
    }

    private func endDone() {
        var (code, status, context) = unsafe (CURLE_OK, 0, UnsafeMutableRawPointer?.none)
        while unsafe vicinity_curl_next_done(multi, &code, &status, &context) != nil {
            guard let context = unsafe context else { continue }
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            end(transfer.id, transfer.end(code, status: status))
        }
    }

    private func end(_ id: CallID, _ callEnd: CallEnd) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        unsafe curl_multi_remove_handle(multi, transfer.handle)
        let count = hostCounts[transfer.host, default: 1] - 1
        hostCounts[transfer.host] = count > 0 ? count : nil
        noteEnd()
        transfer.continuation.resume(returning: callEnd)
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
