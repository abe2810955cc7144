public import Essentials

/// A screen or terminal that waits until a person approves it (RFC 8628).
public struct Pairing: Hashable, Sendable {
    /// How long a code works.
    public static let lifetime: Duration = .seconds(600)
    /// How many seconds lie between two questions of the device, at first.
    public static let interval = 5

    /// What is paired; the raw value is the `client_id` of RFC 8628.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// A kitchen display.
        case kitchen
        /// A status board.
        case board
        /// An ordering terminal for guests.
        case kiosk
        /// A tablet at the entrance.
        case entrance
        /// A person's own terminal or device, which acts as that person.
        case terminal
        /// A gateway, which reports the badges that it hears.
        case gateway

        /// The role of the screen; `nil` for a terminal and a gateway.
        public var role: Role? { Role(rawValue: rawValue) }
    }

    /// What became of it.
    public enum State: String, Hashable, Sendable {
        /// Nobody has decided.
        case pending
        /// A person approved it.
        case approved
        /// A person refused it.
        case denied
    }

    /// The SHA-256 digest of the device code, which the device shows when it asks.
    public let deviceDigest: [UInt8]
    /// The code that the person types.
    public let userCode: UserCode
    /// What is paired.
    public let purpose: Purpose
    /// Where the device is.
    public let origin: ClientOrigin
    /// When the device asked for the code.
    public let createdAt: Timestamp
    /// What became of it.
    public var state: State
    /// Whom the device will act as, once it is approved; `nil` for a gateway too.
    public var owner: Session.Owner?
    /// Which gateway of the campus the device is, once it is approved; `nil` for all other devices.
    public var gateway: GatewayID?
    /// When the device asked last.
    public var askedAt: Timestamp?
    /// How many seconds the device has to wait between two questions.
    public var interval: Int

    /// When the code stops working.
    public var expiresAt: Timestamp { createdAt.advanced(by: Self.lifetime) }

    init(
        deviceDigest: [UInt8], userCode: UserCode, purpose: Purpose, origin: ClientOrigin,
        createdAt: Timestamp,
        state: State = .pending, owner: Session.Owner? = nil, gateway: GatewayID? = nil,
        askedAt: Timestamp? = nil, interval: Int = Pairing.interval
    ) {
        self.deviceDigest = deviceDigest
        self.userCode = userCode
        self.purpose = purpose
        self.origin = origin
        self.createdAt = createdAt
        self.state = state
        self.owner = owner
        self.gateway = gateway
        self.askedAt = askedAt
        self.interval = interval
    }

    /// What a device is answered that asks whether it was approved.
    public enum Answer: Hashable, Sendable {
        /// Nobody has decided yet.
        case pending
        /// The device asks too often; from now on it waits five seconds longer.
        case slowDown
        /// A person refused it.
        case denied
        /// The code has expired, was used, or never was.
        case expired
        /// The device may sign in as this owner, once.
        case approved(Session.Owner)
        /// The device may get the key of this gateway, once.
        case approvedGateway(GatewayID)
    }

    /// Answers a question of the device.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The answer; an approval uses the pairing up.
    mutating func answer(at time: Timestamp) -> Answer {
        guard time < expiresAt else { return .expired }
        defer { askedAt = time }
        switch state {
        case .denied: return .denied
        case .approved:
            return owner.map(Answer.approved) ?? gateway.map(Answer.approvedGateway) ?? .expired
        case .pending:
            if let askedAt, askedAt.duration(to: time) < .seconds(interval) {
                interval += 5
                return .slowDown
            }
            return .pending
        }
    }
}
