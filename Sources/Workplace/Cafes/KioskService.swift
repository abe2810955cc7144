public import Essentials

/// Serves the kiosks of cafés: help calls, and the code with which staff leave a kiosk.
public struct KioskService: Sendable {
    /// The number of wrong codes that a kiosk accepts in a minute.
    static let wrongCodesPerMinute = 5
    /// The exit code of the kiosks of the campus file; they exist only in the demo.
    public static let demoExitCode = "000000"

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp
    private let wrongCodes = MinuteLimit(wrongCodesPerMinute, namesAtMost: 10_000)

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the calls.
    ///   - campuses: The cafés.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// A call for help from a kiosk that nobody has answered yet.
    public struct HelpCall: Hashable, Sendable {
        /// The kiosk.
        public let kiosk: DeviceID
        /// When a guest called.
        public let calledAt: Timestamp
    }

    /// When a guest at a kiosk called for help; `nil` without an open call.
    public func helpCall(of kiosk: CafeScreen) async throws -> Timestamp? {
        try await store.read { try $0.helpCalls(of: kiosk.cafe) }.first { $0.kiosk == kiosk.id }?.calledAt
    }

    /// Makes or withdraws a help call, and announces it to the screens of the staff.
    ///
    /// - Returns: When the guest called; a repeated call keeps its time.
    public func setHelp(_ isWanted: Bool, at kiosk: CafeScreen) async throws -> Timestamp? {
        let time = now()
        return try await store.write { transaction in
            let present = try transaction.helpCalls(of: kiosk.cafe).first { $0.kiosk == kiosk.id }?.calledAt
            guard isWanted != (present != nil) else { return present }
            if isWanted {
                try transaction.insert(HelpCall(kiosk: kiosk.id, calledAt: time), at: kiosk.cafe)
            } else {
                try transaction.removeHelpCall(of: kiosk.id, at: kiosk.cafe)
            }
            try transaction.announceHelp(isWanted, of: kiosk.id, at: kiosk.cafe, time: time)
            return isWanted ? time : nil
        }
    }

    /// The open help calls of a café, earliest first.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func helpCalls(of cafe: CafeID, for principal: Principal) async throws -> [HelpCall] {
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        return try await store.read { try $0.helpCalls(of: cafe) }
    }

    /// Answers a call, so that the guest learns that somebody is coming; repeating it changes nothing.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func answerHelp(of kiosk: DeviceID, at cafe: CafeID, by principal: Principal) async throws {
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let time = now()
        try await store.write { transaction in
            guard try transaction.helpCalls(of: cafe).contains(where: { $0.kiosk == kiosk }) else { return }
            try transaction.removeHelpCall(of: kiosk, at: cafe)
            try transaction.announceHelp(false, of: kiosk, at: cafe, time: time)
        }
    }

    /// Checks the code with which staff leave a kiosk.
    ///
    /// - Throws: ``AccountRefusal/wrongExitCode``, ``AccountRefusal/tooManyCodes(retryAfter:)`` after too many wrong ones,
    ///   or the store's own error.
    public func checkExitCode(_ code: String, of kiosk: CafeScreen) async throws {
        let wanted =
            try await store.read { try $0.directory().screens }.first { $0.id == kiosk.id }.map(\.exitCode)
            ?? Self.demoExitCode
        // Counted before the comparison, so that attempts beyond the limit learn nothing.
        if let remaining = wrongCodes.add(kiosk.id.rawValue, at: now()) {
            throw AccountRefusal.tooManyCodes(retryAfter: remaining)
        }
        guard let wanted, code == wanted else { throw AccountRefusal.wrongExitCode }
        wrongCodes.takeBack(kiosk.id.rawValue)
    }
}
