import Beacons
import Glibc
import Observations

/// Works for one scanner or advertiser on a thread of its own, because reading from a radio blocks.
///
/// The thread lives until the task that runs it is cancelled.
final class RadioThread: Sendable {
    let adapter: Adapter
    let task: RadioTask
    let timing: RadioTiming
    let onReport: @Sendable (AdvertisingReport, Span<UInt8>, ObservationTime) -> Void
    let stop = StopSignal()
    private let onChange: @Sendable (RadioChange) -> Void

    init(
        adapter: Adapter, task: RadioTask, timing: RadioTiming,
        onChange: @escaping @Sendable (RadioChange) -> Void,
        onReport: @escaping @Sendable (AdvertisingReport, Span<UInt8>, ObservationTime) -> Void
    ) {
        self.adapter = adapter
        self.task = task
        self.timing = timing
        self.onChange = onChange
        self.onReport = onReport
    }

    /// Starts the thread, and waits for its end, which the cancellation of the task brings about.
    func run() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let context = ThreadContext(owner: self, continuation: continuation)
                var thread = pthread_t()
                // Released by the thread when it ends.
                let code = unsafe pthread_create(
                    &thread, nil, runRadioThread, Unmanaged.passRetained(context).toOpaque())
                precondition(code == 0, "no thread for a radio: \(code)")
                pthread_detach(thread)
            }
        } onCancel: {
            stop.raise()
        }
    }

    /// Uses the radio, and tries again after each failure, until the end is asked for.
    fileprivate func work() {
        var retries = RetryPause(timing)
        var announced: RadioChange?
        func announce(_ change: RadioChange) {
            if case .on = change { retries = RetryPause(timing) }
            guard change != announced else { return }
            announced = change
            onChange(change)
        }
        while !stop.isRaised {
            guard let failure = attempt(announce) else { return }
            announce(failure.reason == .poweredOff ? .off(failure) : .unavailable(failure))
            _ = stop.wait(atMost: retries.next())
        }
    }

    /// Uses the radio until it fails; returns `nil` when the end was asked for.
    private func attempt(_ announce: (RadioChange) -> Void) -> BluetoothFailure? {
        guard adapter == .automatic else { return use(adapter, announce) }
        var refusals = AutomaticChoice.Refusals()
        for candidate in AutomaticChoice.candidates {
            var hasBegun = false
            let failure = use(candidate) { change in
                hasBegun = true
                announce(change)
            }
            // One that worked is tried again before any other.
            guard let failure, !hasBegun else { return failure }
            // Somebody switched Bluetooth off. The kernel would lend the adapter all the same.
            if failure.reason == .poweredOff { return failure }
            refusals.add(candidate, failure)
        }
        return refusals.failure
    }

    private func use(_ adapter: Adapter, _ announce: (RadioChange) -> Void) -> BluetoothFailure? {
        do throws(BluetoothFailure) {
            if case .bluez(let name) = adapter {
                try BlueZSession(owner: self, adapter: name).run { announce(.on($0)) }
                return nil
            }
            let connection = try HCIConnection(to: adapter, timing: timing, stop: stop)
            var session = HCISession(owner: self, name: adapter.description)
            try session.run(on: connection) { address in
                announce(.on(Radio(adapter: adapter, address: address, mode: task.scanMode)))
            }
            return nil
        } catch {
            return stop.isRaised ? nil : error
        }
    }
}

/// The pauses between retries: each one is twice as long as the one before, up to a limit.
struct RetryPause {
    private var pause: Duration
    private let longest: Duration

    init(_ timing: RadioTiming) {
        pause = timing.firstRetry
        longest = timing.lastRetry
    }

    /// Returns the next pause.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, longest) }
        return pause
    }
}

private final class ThreadContext: Sendable {
    let owner: RadioThread
    let continuation: CheckedContinuation<Void, Never>

    init(owner: RadioThread, continuation: CheckedContinuation<Void, Never>) {
        self.owner = owner
        self.continuation = continuation
    }
}

/// The whole life of the thread.
private func runRadioThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer = unsafe pointer else { return nil }
    // Signals are for the program's other threads.
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let context = unsafe Unmanaged<ThreadContext>.fromOpaque(pointer).takeRetainedValue()
    context.owner.work()
    context.continuation.resume()
    return nil
}
