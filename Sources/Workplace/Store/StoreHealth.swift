import PostgreSQL
import SQLite
import Synchronization

/// Maps errors of the engines to those of the store, and reports an outage once until a write succeeds again.
///
/// A server that does not answer is reported once a minute until it answers.
final class StoreHealth: Sendable {
    private static let reportInterval: Duration = .seconds(60)
    /// Limits the reports about a server that answers only some of the time.
    private static let pause: Duration = .seconds(10)

    private struct Absence {
        /// When the server did not answer first; `nil` while it answers.
        var began: ContinuousClock.Instant?
        var isReported = false
        /// When the next report may come.
        var next: ContinuousClock.Instant?
    }

    private let outage = Mutex<StoreOutage?>(nil)
    private let absence = Mutex(Absence())
    private let report: @Sendable (any Error) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant

    init(
        report: @escaping @Sendable (any Error) -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.report = report
        self.now = now
    }

    /// Records a failure and returns the error for the caller.
    func noted(_ error: any Error) -> any Error {
        switch error {
        case DatabaseRefusal.tooManyWaiting: return StoreError.busy
        case let error as SQLiteError where error.code.primary == .busy: return StoreError.held
        case PostgresRefusal.tooManyWaiting: return StoreError.busy
        case let error as PostgresError where error.isBusy: return StoreError.held
        default: break
        }
        guard let found = StoreOutage(error) else { return error }
        guard found != .serverAway else {
            noteAbsence(error)
            return found
        }
        let isNews = outage.withLock { outage in
            // Damage remains while the file is open.
            guard outage != .fileDamaged, outage != found else { return false }
            outage = found
            return true
        }
        if isNews {
            report(found)
            if !(error is StoreOutage) { report(error) }
        }
        return found
    }

    private func noteAbsence(_ error: any Error) {
        let time = now()
        let isDue = absence.withLock { absence in
            if absence.began == nil { absence.began = time }
            if let next = absence.next, time < next { return false }
            absence.next = time.advanced(by: Self.reportInterval)
            absence.isReported = true
            return true
        }
        guard isDue else { return }
        report(StoreReachReport.away(reason: error is StoreOutage ? nil : "\(error)"))
    }

    /// Records that the server has answered.
    ///
    /// - Parameter asked: When it was asked. An answer to an earlier question does not end its absence.
    func noteAnswer(asked: ContinuousClock.Instant) {
        let duration = absence.withLock { absence -> Duration? in
            guard let began = absence.began, asked > began else { return nil }
            let time = now()
            let isReported = absence.isReported
            absence = Absence(next: absence.next.map { min($0, time.advanced(by: Self.pause)) })
            return isReported ? began.duration(to: time) : nil
        }
        if let duration { report(StoreReachReport.answers(after: duration)) }
    }

    /// Records that a write became durable, which ends an outage.
    ///
    /// It does not end damage. It ends a clock that is behind only if the write shows that the clock is right.
    func noteWrite(showsClock: Bool) {
        outage.withLock { outage in
            guard outage != .fileDamaged, showsClock || outage != .clockBehind else { return }
            outage = nil
        }
    }

    /// Throws when any read or write found damage.
    func requireSoundFile() throws {
        if outage.withLock({ $0 }) == .fileDamaged { throw StoreOutage.fileDamaged }
    }
}

extension StoreOutage {
    /// The outage behind an error of an engine; `nil` for an error of one statement.
    fileprivate init?(_ error: any Error) {
        switch error {
        case let outage as StoreOutage: self = outage
        case DatabaseRefusal.fileMoved: self = .fileMoved
        case let error as SQLiteError:
            switch error.code {
            case .full: self = .diskFull
            case .inputOutput, .cannotOpen: self = .diskFailed
            case .corrupt, .notADatabase: self = .fileDamaged
            case .readOnly: self = .fileReadOnly
            default: return nil
            }
        case PostgresRefusal.outcomeUnknown: self = .serverAway
        case let error as PostgresError:
            if error.isConnectionLoss { self = .serverAway; return }
            switch error.state {
            case "53100": self = .diskFull
            case "58030": self = .diskFailed
            case "XX001", "XX002": self = .fileDamaged
            case "25006": self = .fileReadOnly
            default: return nil
            }
        default: return nil
        }
    }
}
