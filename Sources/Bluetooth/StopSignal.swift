import Glibc
import Processes
import Synchronization

/// Asks a thread that waits in `poll` to end.
final class StopSignal: Sendable {
    /// Readable from the moment of the request on.
    let descriptor: Int32
    private let writingEnd: Int32
    private let wasRaised = Mutex(false)

    init() {
        var ends: [Int32] = [-1, -1]
        let code = unsafe pipe(&ends)
        precondition(code == 0, "no pipe for a thread: \(lastSystemError())")
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writingEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writingEnd)
    }

    /// Whether the end was asked for.
    var isRaised: Bool { wasRaised.withLock { $0 } }

    /// Asks for the end; from any thread.
    func raise() {
        wasRaised.withLock { $0 = true }
        var byte: UInt8 = 1
        // A pipe that is full says the same.
        _ = unsafe write(writingEnd, &byte, 1)
    }

    /// What ended a wait.
    enum Wake {
        case stop, ready, time
    }

    /// Waits for the request, for another descriptor, or for a time.
    ///
    /// - Parameters:
    ///   - other: Another descriptor; `nil` waits for the request alone.
    ///   - events: What the other descriptor is to be ready for.
    ///   - limit: The longest wait; `nil` waits for ever.
    ///   - ignoresRequest: Whether the request is not waited for, because it has come.
    func wait(
        for other: Int32? = nil, events: Int32 = POLLIN, atMost limit: Duration?, ignoresRequest: Bool = false
    ) -> Wake {
        var entries = [
            pollfd(fd: ignoresRequest ? -1 : descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other ?? -1, events: Int16(events), revents: 0),
        ]
        let milliseconds = limit.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
        let count = unsafe poll(&entries, 2, max(milliseconds, limit == nil ? -1 : 0))
        // An interrupted wait is like one that was too short: callers ask again.
        guard count > 0 else { return .time }
        return entries[0].revents != 0 ? .stop : .ready
    }
}
