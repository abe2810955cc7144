public import Essentials

/// Decides whether a punch is allowed: in, breaks and back, out.
public struct PunchStateMachine: Hashable, Sendable {
    /// Whether the person is at work.
    public enum State: Hashable, Sendable {
        /// Clocked out, or never clocked in.
        case out(since: Timestamp?)
        /// Clocked in.
        case `in`(since: Timestamp)
        /// On a break, after which work goes on.
        case onBreak(since: Timestamp)

        /// The kind of punch that is expected next.
        public var next: PunchKind {
            switch self {
            case .out, .onBreak: .in
            case .in: .out
            }
        }

        /// What may come next, the expected one first.
        public var allowed: [WorkMark.Kind] {
            switch self {
            case .out: [.in]
            case .in: [.out, .break]
            case .onBreak: [.in, .out]
            }
        }

        /// What led to the state; out before the first punch.
        public var mark: WorkMark.Kind {
            switch self {
            case .out: .out
            case .in: .in
            case .onBreak: .break
            }
        }

        /// When the last punch was made; `nil` before the first.
        public var since: Timestamp? {
            switch self {
            case .out(let since): since
            case .in(let since), .onBreak(let since): since
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
        state = last.map { Self.state(after: $0.mark, at: $0.time) } ?? .out(since: nil)
    }

    private static func state(after mark: WorkMark.Kind, at time: Timestamp) -> State {
        switch mark {
        case .in: .in(since: time)
        case .break: .onBreak(since: time)
        case .out: .out(since: time)
        }
    }

    /// Records a punch.
    ///
    /// - Parameters:
    ///   - kind: The kind of the punch.
    ///   - startsBreak: Whether a break begins with it; only for a punch that is out.
    ///   - forgotOut: Whether the person says that an earlier clock-out was forgotten. A clock-in is then taken on top of
    ///     the earlier one, which stays without its clock-out.
    ///   - now: The time by the server's clock.
    /// - Throws: ``PunchRefusal``; then nothing has changed.
    public mutating func apply(
        _ kind: PunchKind, startsBreak: Bool = false, forgotOut: Bool = false, at now: Timestamp
    ) throws(PunchRefusal) {
        let mark: WorkMark.Kind = kind == .in ? .in : startsBreak ? .break : .out
        let isForgiven = forgotOut && mark == .in && state.mark == .in
        guard state.allowed.contains(mark) || isForgiven else {
            let isRecent = state.since.map { $0.duration(to: now) <= Self.repetition } ?? false
            throw isRecent && mark == state.mark ? .repeated(state) : .illegal(state)
        }
        state = Self.state(after: mark, at: now)
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
