public import Essentials

/// Decides whether a punch is allowed: in and out alternate, beginning with in.
public struct PunchStateMachine: Hashable, Sendable {
    /// Whether the person is at work.
    public enum State: Hashable, Sendable {
        /// Clocked out, or never clocked in.
        case out(since: Timestamp?)
        /// Clocked in.
        case `in`(since: Timestamp)

        /// The only kind of punch that may come next.
        public var next: PunchKind {
            switch self {
            case .out: .in
            case .in: .out
            }
        }

        /// When the last punch was made; `nil` before the first.
        public var since: Timestamp? {
            switch self {
            case .out(let since): since
            case .in(let since): since
            }
        }
    }

    /// Within this time, a repeated punch counts as the same punch.
    public static let repetition: Duration = .seconds(60)

    /// Whether the person is at work.
    public private(set) var state: State

    /// Makes a machine in the state after a person's last punch.
    ///
    /// - Parameter last: The last punch; `nil` before the first.
    public init(after last: Punch?) {
        switch last?.kind {
        case .in?: state = last.map { .in(since: $0.time) } ?? .out(since: nil)
        case .out?, nil: state = .out(since: last?.time)
        }
    }

    /// Records a punch.
    ///
    /// - Parameters:
    ///   - kind: The kind of the punch.
    ///   - now: The time by the server's clock.
    /// - Throws: ``PunchRefusal``; then nothing has changed.
    public mutating func apply(_ kind: PunchKind, at now: Timestamp) throws(PunchRefusal) {
        guard kind == state.next else {
            let isRepeated = state.since.map { $0.duration(to: now) <= Self.repetition } ?? false
            throw isRepeated ? .repeated(state) : .illegal(state)
        }
        state = kind == .in ? .in(since: now) : .out(since: now)
    }
}

/// Why a punch is not recorded; nothing has changed.
public enum PunchRefusal: Error, Hashable, Sendable {
    /// It repeats the last punch, which was made a moment ago.
    case repeated(PunchStateMachine.State)
    /// The person is clocked in already, or not clocked in.
    case illegal(PunchStateMachine.State)

    /// Whether the person is at work.
    public var state: PunchStateMachine.State {
        switch self {
        case .repeated(let state): state
        case .illegal(let state): state
        }
    }
}
