import PostgreSQL
import SQLite
import Synchronization

/// Maps errors of the engines to those of the store, and reports an outage once until a write succeeds again.
final class StoreHealth: Sendable {
    private let outage = Mutex<StoreOutage?>(nil)
    private let report: @Sendable (any Error) -> Void

    init(report: @escaping @Sendable (any Error) -> Void) { self.report = report }

    /// Records a failure and returns the error for the caller.
    func noted(_ error: any Error) -> any Error {
        switch error {
        case DatabaseRefusal.tooManyWaiting: return StoreError.busy
        case let error as SQLiteError where error.code.primary == .busy: return StoreError.busy
        case PostgresRefusal.tooManyWaiting: return StoreError.busy
        case let error as PostgresError where error.isBusy: return StoreError.busy
        default: break
        }
        guard let found = StoreOutage(error) else { return error }
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
