import SQLite
import Synchronization

/// Turns SQLite's errors into those of every store, and reports an outage once until a write works again.
final class StoreHealth: Sendable {
    private let outage = Mutex<StoreOutage?>(nil)
    private let report: @Sendable (any Error) -> Void

    init(report: @escaping @Sendable (any Error) -> Void) { self.report = report }

    /// Notes a failure and returns the error that callers get.
    func noted(_ error: any Error) -> any Error {
        switch error {
        case DatabaseRefusal.tooManyWaiting: return StoreError.busy
        case let error as SQLiteError where error.code.primary == .busy: return StoreError.busy
        default: break
        }
        guard let found = StoreOutage(error) else { return error }
        let isNews = outage.withLock { outage in
            // Damage does not go away while the file is open.
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

    /// Notes that a write became durable, which ends an outage.
    ///
    /// Damage stays, and a clock that is behind ends only with a write that shows that it is right.
    func noteWrite(showsClock: Bool) {
        outage.withLock { outage in
            guard outage != .fileDamaged, showsClock || outage != .clockBehind else { return }
            outage = nil
        }
    }

    /// Throws when the file was found to be damaged, wherever that was.
    func requireSoundFile() throws {
        if outage.withLock({ $0 }) == .fileDamaged { throw StoreOutage.fileDamaged }
    }
}

extension StoreOutage {
    /// The outage that an error of SQLite tells of; `nil` for an error that concerns one statement.
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
        default: return nil
        }
    }
}
