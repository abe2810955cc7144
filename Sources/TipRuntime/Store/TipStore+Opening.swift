import Synchronization
import TipCore
import TipRules

// Opening, reading and refreshing the file of a store.
extension TipStore {
    /// Opens a file and continues from its contents; earlier changes of this process count too (TD11).
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - resets: Whether to erase the contents instead.
    ///   - damaged: What to do with a damaged file.
    /// - Throws: ``TipKitError``.
    func open(_ path: String, resets: Bool = false, ifDamaged damaged: DamagedFile = .isRefused)
        throws(TipKitError)
    {
        let now = now
        var (datastore, contents) = try found(at: path, damaged)
        if resets { contents.ledger = TipLedger(epoch: contents.ledger.epoch.followingEpoch) }
        let after = state.withLock { state in
            var change = state.machine.goOn(
                from: contents.ledger, replica: datastore.replica, nextSequence: contents.nextSequence,
                at: now)
            if resets { change.add(state.machine.noteReset()) }
            state.machine.keepOnDevice(contents.staying)
            // The file does not have the declarations yet.
            change.staying = state.machine.eventsOnDevice.filter { !contents.staying.contains($0) }
            state.datastore = datastore
            for owner in contents.setAside { state.note(.rowSetAside("\(owner)")) }
            return state.take(change, nil)
        }
        after.perform()
        flush()
    }

    /// Records a failure of the database that no caller receives.
    func noteFailure(of upkeep: any Error) { tell(.logNotCarriedOver("\(upkeep)")) }

    private func found(
        at path: String, _ damaged: DamagedFile
    ) throws(TipKitError) -> (TipDatastore, TipDatastore.Contents) {
        let now = now
        func open() throws(TipKitError) -> (TipDatastore, TipDatastore.Contents) {
            try TipDatastore.open(path, at: now) { [weak self] in self?.noteFailure(of: $0) }
        }
        let identity = DamagedStore.Identity(path)
        do { return try open() } catch {
            guard damaged == .isSetAside, case .datastoreDamaged(let reason) = error.kind, let identity else {
                throw error
            }
            switch try DamagedStore.setAside(path, identity) {
            case .isMoved(let copy): tell(.fileSetAside(copy, reason: reason))
            case .isAnother: break
            case .isInUse: throw error
            case .hasNoRoom:
                throw .datastoreDamaged(
                    "\(reason), and \(DamagedStore.mostCopies) earlier copies lie beside it; remove those that nobody needs"
                )
            }
            return try open()
        }
    }

    /// Reads the changes of other processes (TD17).
    ///
    /// - Throws: The error that prevents reading.
    public func refresh() async throws {
        let datastore = state.withLock { $0.datastore }
        guard let others = try await datastore?.write([]) else { return }
        let now = now
        state.withLock { $0.takeFromFile(others, at: now) }.perform()
    }

    /// The changes since a revision of the file, for other devices, and the revision for the next call.
    ///
    /// A store in memory always returns the whole state.
    ///
    /// - Throws: The error that prevents reading.
    public func changes(since revision: Int64) async throws -> (ledger: TipLedger, revision: Int64) {
        try await synchronize()
        guard let datastore = state.withLock({ $0.datastore }) else { return (ledger, 0) }
        return try await datastore.changes(since: revision)
    }
}
