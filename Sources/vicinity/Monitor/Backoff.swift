/// How long to wait before the next try: half a second, doubling up to half a minute.
struct Backoff {
    private var next: Duration

    /// Begins with a wait.
    init(first: Duration = .milliseconds(500)) { next = first }

    /// The wait before the next try.
    mutating func wait() -> Duration {
        defer { next = min(next * 2, .seconds(30)) }
        return next
    }
}
