public import Essentials

/// Lets screens and terminals in by a code that a signed-in person approves (RFC 8628).
public struct PairingService: Sendable {
    /// How many wrong codes a person may type in a minute.
    static let wrongCodesPerPerson = 5
    /// How many wrong codes all people behind an address may type in a minute: so many that one person cannot lock out the
    /// others.
    static let wrongCodesPerAddress = 60
    /// How many codes an address may have at a time.
    private static let codesPerAddress = 50

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let people: PeopleService
    let sessions: SessionService
    let now: @Sendable () -> Timestamp
    private let wrongCodes = MinuteLimit(wrongCodesPerPerson, namesAtMost: 10_000)
    private let wrongCodesByAddress = MinuteLimit(wrongCodesPerAddress, namesAtMost: 10_000)

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where pairings are stored.
    ///   - campuses: The campus with the cafés.
    ///   - people: Puts paired screens in force.
    ///   - sessions: Ends the sessions of screens that are taken out of use.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, people: PeopleService, sessions: SessionService,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.people = people
        self.sessions = sessions
        self.now = now
    }

    /// Begins a pairing for a device that shows a code.
    ///
    /// - Returns: The pairing with the code to show.
    /// - Throws: ``AccountRefusal/tooManyCodes(retryAfter:)``, or the store's own error.
    public func begin(
        _ purpose: Pairing.Purpose, deviceDigest: [UInt8], from origin: ClientOrigin
    ) async throws -> Pairing {
        let time = now()
        return try await store.write { transaction in
            try transaction.removePairings(expiredBy: time)
            guard try transaction.waitingPairings(from: origin.address, at: time) < Self.codesPerAddress
            else {
                throw AccountRefusal.tooManyCodes(retryAfter: .seconds(60))
            }
            var generator = SystemRandomNumberGenerator()
            var code = UserCode(using: &generator)
            while try transaction.pairing(code) != nil { code = UserCode(using: &generator) }
            let pairing = Pairing(
                deviceDigest: deviceDigest, userCode: code, purpose: purpose, origin: origin, createdAt: time)
            try transaction.put(pairing)
            return pairing
        }
    }

    /// Answers a device that asks whether it was approved; each approval is answered once.
    public func answer(deviceDigest: [UInt8], purpose: Pairing.Purpose) async throws -> Pairing.Answer {
        let time = now()
        return try await store.write { transaction in
            guard var pairing = try transaction.pairing(deviceDigest: deviceDigest),
                pairing.purpose == purpose
            else { return .expired }
            let answer = pairing.answer(at: time)
            switch answer {
            case .approved, .approvedGateway, .denied, .expired:
                try transaction.removePairing(deviceDigest: deviceDigest)
            case .pending, .slowDown: try transaction.put(pairing)
            }
            return answer
        }
    }

    /// Finds the pairing whose code a person typed.
    ///
    /// - Throws: ``AccountRefusal/unknownCode``, ``AccountRefusal/tooManyCodes(retryAfter:)`` after several wrong
    ///   codes, or the store's own error.
    public func find(_ typed: String, by person: PersonID, from address: String) async throws -> Pairing {
        let time = now()
        return try await countingWrongCodes(of: person, from: address) {
            guard let code = UserCode(typed), let pairing = try await store.read({ try $0.pairing(code) }),
                pairing.state == .pending, time < pairing.expiresAt
            else { throw AccountRefusal.unknownCode }
            return pairing
        }
    }

    /// Counts a code that a person typed before anything is done with it, and takes it back unless it is wrong.
    private func countingWrongCodes<Result: Sendable>(
        of person: PersonID, from address: String, _ body: () async throws -> Result
    ) async throws -> Result {
        let (time, name) = (now(), person.rawValue)
        if let wait = wrongCodes.add(name, at: time) { throw AccountRefusal.tooManyCodes(retryAfter: wait) }
        if let wait = wrongCodesByAddress.add(address, at: time) {
            wrongCodes.takeBack(name)
            throw AccountRefusal.tooManyCodes(retryAfter: wait)
        }
        func takeBack() {
            wrongCodes.takeBack(name)
            wrongCodesByAddress.takeBack(address)
        }
        do {
            let result = try await body()
            takeBack()
            return result
        } catch AccountRefusal.unknownCode {
            throw AccountRefusal.unknownCode
        } catch {
            takeBack()
            throw error
        }
    }

    /// What a person says of a device that they let in.
    public enum Approval: Hashable, Sendable {
        /// A screen has this name and serves this café or entrance.
        case screen(name: String, place: ScreenPlace)
        /// The device is this gateway of the campus.
        case gateway(GatewayID)
    }

    /// Approves a pairing: a screen for one café or entrance, a gateway of the campus, or a terminal that acts as the person.
    ///
    /// - Parameters:
    ///   - code: The code that the person typed.
    ///   - approval: What the screen is called and where it is, or which gateway it is; a terminal needs none.
    ///   - person: The person who approves.
    ///   - address: Where the request comes from.
    /// - Throws: ``AccountRefusal/unknownCode``, ``AccountRefusal/tooManyCodes(retryAfter:)``,
    ///   ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/unknownEntrance(_:)``,
    ///   ``WorkplaceRefusal/unknownGateway(_:)``, ``WorkplaceRefusal/forbidden`` for a place whose screens, or a gateway that,
    ///   the person does not manage, and for a place where such a screen does not belong, or the store's own error.
    public func approve(
        _ code: UserCode, _ approval: Approval?, by person: Person, from address: String
    ) async throws {
        let time = now()
        try await countingWrongCodes(of: person.id, from: address) {
            try await people.change { transaction in
                guard var pairing = try transaction.pairing(code), pairing.state == .pending,
                    time < pairing.expiresAt
                else { throw AccountRefusal.unknownCode }
                var detail = pairing.purpose.rawValue
                switch (pairing.purpose, pairing.purpose.role, approval) {
                case (.terminal, _, _): pairing.owner = .person(person.id)
                case (.gateway, _, .gateway(let gateway)?):
                    try checkGateway(gateway, by: person)
                    pairing.gateway = gateway
                    detail += " \(gateway)"
                case (_, let role?, .screen(let name, let place)?):
                    let screen = try screen(role, name: name, for: place, by: person, at: time)
                    try transaction.insert(screen)
                    pairing.owner = .device(screen.id)
                default: throw WorkplaceRefusal.forbidden
                }
                pairing.state = .approved
                try transaction.put(pairing)
                try transaction.log(
                    SecurityEvent(
                        at: time, .paired, by: .person(person.id), to: pairing.owner, from: address,
                        detail: detail))
            }
        }
    }

    private func screen(
        _ role: Role, name: String, for place: ScreenPlace, by person: Person, at time: Timestamp
    ) throws -> PairedScreen {
        let campus = try campuses.inForce()
        guard campus.has(place) else {
            switch place {
            case .cafe(let cafe): throw WorkplaceRefusal.unknownCafe(cafe)
            case .entrance(let spot): throw WorkplaceRefusal.unknownEntrance(spot)
            }
        }
        guard role.fits(place), Principal.person(person).mayManageScreens(of: place, on: campus) else {
            throw WorkplaceRefusal.forbidden
        }
        var generator = SystemRandomNumberGenerator()
        return PairedScreen(
            id: DeviceID(at: time, using: &generator), name: name, role: role, place: place,
            pairedBy: person.id, pairedAt: time,
            exitCode: role == .kiosk ? PairedScreen.exitCode(using: &generator) : nil)
    }

    private func checkGateway(_ gateway: GatewayID, by person: Person) throws {
        let campus = try campuses.inForce()
        guard let found = campus.gateway(gateway) else { throw WorkplaceRefusal.unknownGateway(gateway) }
        guard Principal.person(person).mayManage(found, on: campus) else { throw WorkplaceRefusal.forbidden }
    }

    /// Refuses a pairing.
    ///
    /// - Throws: ``AccountRefusal/unknownCode``, ``AccountRefusal/tooManyCodes(retryAfter:)``, or the store's own error.
    public func deny(_ code: UserCode, by person: PersonID, from address: String) async throws {
        let time = now()
        try await countingWrongCodes(of: person, from: address) {
            try await store.write { transaction in
                guard var pairing = try transaction.pairing(code), pairing.state == .pending,
                    time < pairing.expiresAt
                else { throw AccountRefusal.unknownCode }
                pairing.state = .denied
                try transaction.put(pairing)
                try transaction.log(
                    SecurityEvent(
                        at: time, .pairingRefused, by: .person(person), from: address,
                        detail: pairing.purpose.rawValue))
            }
        }
    }

    /// A paired screen, and when it was last heard.
    public struct Listed: Sendable {
        /// The screen.
        public let screen: PairedScreen
        /// When it sent its last request; `nil` when it has not signed in.
        public let heardAt: Timestamp?
    }

    /// The paired screens of the cafés and entrances that a person manages, in the order of their places and names.
    public func screens(managedBy person: Person) async throws -> [Listed] {
        let screens = try await store.read { try $0.directory().screens }
        let campus = try campuses.inForce()
        var listed: [Listed] = []
        for screen in screens where Principal.person(person).mayManageScreens(of: screen.place, on: campus) {
            let heard = try await sessions.sessions(of: .device(screen.id)).map(\.usedAt).max()
            listed.append(Listed(screen: screen, heardAt: heard))
        }
        return listed.sorted {
            ($0.screen.place.text, $0.screen.name, $0.screen.id.rawValue)
                < ($1.screen.place.text, $1.screen.name, $1.screen.id.rawValue)
        }
    }

    /// Takes a paired screen out of use; it shows its code again.
    ///
    /// - Returns: The digests of the tokens whose sessions ended.
    /// - Throws: ``AccountRefusal/unknownScreen(_:)``, ``WorkplaceRefusal/forbidden``, or the store's own error.
    public func revoke(_ device: DeviceID, by person: Person, from address: String) async throws -> [[UInt8]]
    {
        let time = now()
        let ended = try await people.change { transaction in
            guard let screen = try transaction.directory().screens.first(where: { $0.id == device }) else {
                throw AccountRefusal.unknownScreen(device)
            }
            guard Principal.person(person).mayManageScreens(of: screen.place, on: try campuses.inForce())
            else {
                throw WorkplaceRefusal.forbidden
            }
            try transaction.revokeScreen(device, at: time)
            try transaction.log(
                SecurityEvent(
                    at: time, .screenRevoked, by: .person(person.id), to: .device(device), from: address))
            return try transaction.deleteSessions(of: .device(device), except: nil)
        }
        sessions.forget(ended)
        return ended
    }
}

extension ScreenPlace {
    /// By which lists are in order.
    fileprivate var text: String { cafe?.rawValue ?? entrance?.rawValue ?? "" }
}
