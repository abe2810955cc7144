public import Essentials
import Synchronization

/// Opens, finds and ends sessions.
///
/// Recently used sessions are cached, so that a request does not read the store. One process serves an installation on SQLite,
/// so no other process makes the cache stale. On PostgreSQL ``checkAll()`` is called when another process has ended a session.
public final class SessionService: Sendable {
    /// How long a session lasts.
    public static let lifetime: Duration = .seconds(14 * 24 * 3_600)
    private static let rememberedAtMost = 10_000

    private struct Remembered {
        var session: Session
        /// When it sent its last request; `nil` if the store knows it.
        var usedAt: Timestamp?
        /// Whether no other process can have ended it since it was read.
        var isSure = true
    }

    private struct Memory {
        var sessions: [[UInt8]: Remembered] = [:]
        /// The number of ended sessions; it shows a reading of the store whether it may be stale.
        var endings = 0
        /// How often other processes have ended sessions.
        var foreignEndings = 0

        mutating func remember(_ session: Session, atMost limit: Int) {
            if sessions.count >= limit { sessions.removeAll(keepingCapacity: true) }
            let usedAt = sessions[session.tokenDigest]?.usedAt
            sessions[session.tokenDigest] = Remembered(session: session, usedAt: usedAt)
        }

        /// A cached session, which is used now.
        mutating func use(_ tokenDigest: [UInt8], at time: Timestamp) -> Session? {
            // By its index, because a second look-up would hash the digest again, in each request.
            guard let index = sessions.index(forKey: tokenDigest) else { return nil }
            sessions.values[index].usedAt = time
            return sessions.values[index].isSure ? sessions.values[index].session : nil
        }

        /// Removes an ended session from the cache.
        mutating func forget(_ tokenDigest: [UInt8]) {
            sessions[tokenDigest] = nil
            endings += 1
        }

        /// Makes every cached session be read again at its next use.
        mutating func doubt() {
            for index in sessions.values.indices { sessions.values[index].isSure = false }
            endings += 1
            foreignEndings += 1
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
    ///   - method: How the owner showed who they are.
    ///   - origin: Where the request comes from.
    ///   - earlier: The digest of the token of an earlier session, which ends; `nil` if there is none.
    ///   - provider: The session at the provider where the owner showed who they are.
    ///   - provedAt: When they did so; `nil` for now, or for never with a code that somebody approved elsewhere.
    /// - Returns: The session and its principal.
    /// - Throws: ``WorkplaceRefusal/unknownPrincipal`` when the campus does not know the owner.
    public func open(
        for owner: Session.Owner, tokenDigest: [UInt8], antiForgeryToken: String,
        method: Session.Method = .demo, from origin: ClientOrigin = ClientOrigin(address: ""),
        inPlaceOf earlier: [UInt8]? = nil, at provider: ProviderSession? = nil, provedAt: Timestamp? = nil
    ) async throws -> (session: Session, principal: Principal) {
        guard let principal = try campuses.inForce().principal(of: owner, at: now()) else {
            throw WorkplaceRefusal.unknownPrincipal
        }
        let time = now()
        // Somebody approved the code elsewhere: whoever holds the device has shown nothing.
        let usual = method == .pairing ? time.advanced(by: .zero - Session.recentProof) : time
        let session = Session(
            tokenDigest: tokenDigest, owner: owner, antiForgeryToken: antiForgeryToken, openedAt: time,
            expiresAt: time.advanced(by: Self.lifetime), method: method, provedAt: provedAt ?? usual,
            origin: origin, provider: provider)
        try await store.write { transaction in
            if let earlier { try transaction.deleteSession(tokenDigest: earlier) }
            try transaction.insert(session)
            try transaction.log(
                SecurityEvent(
                    at: time, .signedIn, by: owner, from: origin.address, detail: method.rawValue))
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
        let time = now()
        let (known, endings) = memory.withLock { ($0.use(tokenDigest, at: time), $0.endings) }
        if let known { return try valid(known) }
        guard let session = try await store.read({ try $0.session(tokenDigest: tokenDigest) }) else {
            memory.withLock { $0.sessions[tokenDigest] = nil }
            return nil
        }
        memory.withLock { memory in
            guard memory.endings == endings else { return }
            memory.remember(session, atMost: Self.rememberedAtMost)
        }
        return try valid(session)
    }

    /// Reads every cached session again at its next use, because another process may have ended it.
    public func checkAll() { memory.withLock { $0.doubt() } }

    /// How often ``checkAll()`` was called.
    package var checks: Int { memory.withLock { $0.foreignEndings } }

    /// Ends a session; its token is invalid from then on.
    ///
    /// - Parameters:
    ///   - tokenDigest: The digest of the session's token.
    ///   - address: Where the request comes from.
    /// - Throws: The store's own error.
    public func end(tokenDigest: [UInt8], from address: String = "") async throws {
        let time = now()
        try await store.write { transaction in
            guard let session = try transaction.session(tokenDigest: tokenDigest) else { return }
            try transaction.deleteSession(tokenDigest: tokenDigest)
            try transaction.log(SecurityEvent(at: time, .signedOut, by: session.owner, from: address))
        }
        forget([tokenDigest])
    }

    /// The sessions of an owner, the latest first, each with the time of its last request.
    public func sessions(of owner: Session.Owner) async throws -> [(session: Session, usedAt: Timestamp)] {
        let time = now()
        let stored = try await store.read { try $0.sessions(of: owner, at: time) }
        return memory.withLock { memory in
            stored.map { one in
                (one.session, max(one.usedAt, memory.sessions[one.session.tokenDigest]?.usedAt ?? one.usedAt))
            }
        }
    }

    /// Ends one of an owner's sessions, or all of them.
    ///
    /// - Parameters:
    ///   - handle: The ``Session/handle`` of the session; `nil` ends all.
    ///   - owner: Whose sessions they are.
    ///   - kept: The digest of the token whose session stays in any case.
    ///   - actor: Who ends them.
    ///   - address: Where the request comes from.
    /// - Returns: The digests of the tokens whose sessions ended.
    /// - Throws: ``AccountRefusal/unknownSession`` for a handle that the owner does not have, or the store's own error.
    public func end(
        _ handle: String?, of owner: Session.Owner, except kept: [UInt8]? = nil, by actor: Session.Owner,
        from address: String
    ) async throws -> [[UInt8]] {
        let time = now()
        let ended = try await store.write { transaction in
            let found = try transaction.sessions(of: owner, at: time).map(\.session)
                .filter { (handle == nil || $0.handle == handle) && $0.tokenDigest != kept }
            if handle != nil, found.isEmpty { throw AccountRefusal.unknownSession }
            for session in found { try transaction.deleteSession(tokenDigest: session.tokenDigest) }
            try transaction.log(SecurityEvent(at: time, .sessionEnded, by: actor, to: owner, from: address))
            return found.map(\.tokenDigest)
        }
        forget(ended)
        return ended
    }

    /// Forgets sessions that a transaction has deleted.
    public func forget(_ tokenDigests: [[UInt8]]) {
        memory.withLock { memory in for digest in tokenDigests { memory.forget(digest) } }
    }

    /// Notes that the owner of a session showed once more who they are.
    public func setProof(of session: Session) async throws {
        let time = now()
        try await store.write { try $0.setProof(of: session.tokenDigest, at: time) }
        memory.withLock { $0.sessions[session.tokenDigest]?.session.provedAt = time }
    }

    /// Stores when sessions sent their last request.
    func storeUses() async throws {
        let uses = memory.withLock { memory in
            let uses = memory.sessions.compactMapValues(\.usedAt)
            for digest in uses.keys { memory.sessions[digest]?.usedAt = nil }
            return uses
        }
        guard !uses.isEmpty else { return }
        try await store.write { transaction in
            for (digest, time) in uses { try transaction.setUse(of: digest, at: time) }
        }
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
        let time = now()
        guard session.expiresAt > time,
            let principal = try campuses.inForce().principal(of: session.owner, at: time)
        else {
            return nil
        }
        return (session, principal)
    }
}

extension Campus {
    /// The principal of a session's owner at a time, with the roles that others have given them for then; `nil` when the
    /// campus does not know the owner, or has suspended them.
    public func principal(of owner: Session.Owner, at time: Timestamp) -> Principal? {
        switch owner {
        case .person(let id): person(id, at: time).flatMap { $0.isSuspended ? nil : .person($0) }
        case .device(let id): device(id).map(Principal.device)
        }
    }
}
