public import Essentials
import Synchronization

/// Opens, finds and ends sessions.
///
/// Recently used sessions are cached, so that a request does not read the store. One process serves an installation on SQLite,
/// so no other process makes the cache stale.
public final class SessionService: Sendable {
    /// How long a session lasts.
    public static let lifetime: Duration = .seconds(14 * 24 * 3_600)
    private static let rememberedAtMost = 10_000

    private struct Memory {
        var sessions: [[UInt8]: Session] = [:]
        /// The number of ended sessions; it shows a reading of the store whether it may be stale.
        var endings = 0

        mutating func remember(_ session: Session, atMost limit: Int) {
            if sessions.count >= limit { sessions.removeAll(keepingCapacity: true) }
            sessions[session.tokenDigest] = session
        }

        /// Removes an ended session from the cache.
        mutating func forget(_ tokenDigest: [UInt8]) {
            sessions[tokenDigest] = nil
            endings += 1
        }
    }

    private let store: any WorkplaceStore
    private let campuses: CampusRegistry
    private let now: @Sendable () -> Timestamp
    private let memory = Mutex(Memory())

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where sessions are stored.
    ///   - campuses: The campus with the owners.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// Opens a session for an owner that the campus knows.
    ///
    /// - Parameters:
    ///   - owner: Who signs in.
    ///   - tokenDigest: The SHA-256 digest of the token that the client will show.
    ///   - antiForgeryToken: The value that a page sends back with each change.
    ///   - earlier: The digest of the token of an earlier session, which ends; `nil` if there is none.
    /// - Returns: The session and its principal.
    /// - Throws: ``WorkplaceRefusal/unknownPrincipal`` when the campus does not know the owner.
    public func open(
        for owner: Session.Owner, tokenDigest: [UInt8], antiForgeryToken: String,
        inPlaceOf earlier: [UInt8]? = nil
    ) async throws -> (session: Session, principal: Principal) {
        guard let principal = try campuses.inForce().principal(of: owner) else {
            throw WorkplaceRefusal.unknownPrincipal
        }
        let session = Session(
            tokenDigest: tokenDigest, owner: owner, antiForgeryToken: antiForgeryToken,
            expiresAt: now().advanced(by: Self.lifetime))
        try await store.write { transaction in
            if let earlier { try transaction.deleteSession(tokenDigest: earlier) }
            try transaction.insert(session)
        }
        memory.withLock { memory in
            if let earlier { memory.forget(earlier) }
            memory.remember(session, atMost: Self.rememberedAtMost)
        }
        return (session, principal)
    }

    /// Finds the session of a token's digest, and its principal.
    ///
    /// - Returns: `nil` when there is none, when it has expired, or when the campus no longer knows its owner.
    public func find(tokenDigest: [UInt8]) async throws -> (session: Session, principal: Principal)? {
        let (known, endings) = memory.withLock { ($0.sessions[tokenDigest], $0.endings) }
        if let known { return try valid(known) }
        guard let session = try await store.read({ try $0.session(tokenDigest: tokenDigest) }) else {
            return nil
        }
        memory.withLock { memory in
            guard memory.endings == endings else { return }
            memory.remember(session, atMost: Self.rememberedAtMost)
        }
        return try valid(session)
    }

    /// Ends a session; its token is invalid from then on.
    public func end(tokenDigest: [UInt8]) async throws {
        try await store.write { try $0.deleteSession(tokenDigest: tokenDigest) }
        memory.withLock { $0.forget(tokenDigest) }
    }

    /// The present principal of a session that was found before.
    ///
    /// - Returns: `nil` when it has expired, or when the campus no longer knows its owner. A session that was ended is
    ///   not recognised.
    public func principal(of session: Session) -> Principal? {
        // A campus in force is replaced and never removed, so that there is one.
        do { return try valid(session)?.principal } catch { return nil }
    }

    private func valid(
        _ session: Session
    ) throws(WorkplaceRefusal) -> (session: Session, principal: Principal)? {
        guard session.expiresAt > now(), let principal = try campuses.inForce().principal(of: session.owner)
        else {
            return nil
        }
        return (session, principal)
    }
}

extension Campus {
    /// The principal of a session's owner; `nil` when the campus does not know the owner.
    public func principal(of owner: Session.Owner) -> Principal? {
        switch owner {
        case .person(let id): person(id).map(Principal.person)
        case .device(let id): device(id).map(Principal.device)
        }
    }
}
