/// An exponential back-off: half a second, doubled up to half a minute.
package struct Backoff {
    private var next: Duration

    /// Makes a back-off with its first wait.
    package init(first: Duration = .milliseconds(500)) { next = first }

    /// Returns the wait before the next retry.
    package mutating func wait() -> Duration {
        defer { next = min(next * 2, .seconds(30)) }
        return next
    }
}
