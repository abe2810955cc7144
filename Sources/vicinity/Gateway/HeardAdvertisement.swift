import Beacons

/// An advertisement that a gateway heard, and passes on.
struct HeardAdvertisement: Sendable {
    /// The strength at one metre of a sender that claims none, such as a phone, in dBm.
    private static let usualPower: Int8 = -59

    let identity: HeardIdentity
    /// The strength that it claims for one metre, in dBm.
    let measuredPower: Int8
    /// The strength at the radio, in dBm; `nil` when the radio does not know it.
    let rssi: Int8?
    /// When it was heard, in milliseconds since 1970.
    var time: Int64
}

extension HeardAdvertisement {
    /// Finds the identity in an advertisement; `nil` for one that identifies nothing that people wear.
    ///
    /// - Parameters:
    ///   - report: What the radio says of it.
    ///   - data: Its content.
    ///   - time: When it was heard, in milliseconds since 1970.
    init?(_ report: AdvertisingReport, _ data: Span<UInt8>, at time: Int64) {
        if let (frame, identity) = Self.known(in: data) {
            self.init(
                identity: identity,
                measuredPower: frame.powerAtOneMetre.map(Int8.init(clamping:)) ?? Self.usualPower,
                rssi: report.rssi, time: time)
        } else if report.address.isResolvable {
            self.init(
                identity: .privateAddress(report.address.value), measuredPower: Self.usualPower,
                rssi: report.rssi, time: time)
        } else {
            return nil
        }
    }

    /// The first frame that identifies something that people wear; a damaged structure hides what comes after it.
    private static func known(in data: Span<UInt8>) -> (BeaconFrame, HeardIdentity)? {
        var structures = AdvertisingStructures()
        while let structure = try? structures.next(in: data) {
            if let frame = try? AdvertisingData.frame(in: structure, of: data),
                let identity = HeardIdentity(frame)
            {
                return (frame, identity)
            }
        }
        return nil
    }
}

extension HeardIdentity {
    /// The identity in a frame; `nil` for a frame that identifies nothing that people wear.
    fileprivate init?(_ frame: BeaconFrame) {
        switch frame {
        case .iBeacon(let frame): self = .beacon(frame.identity)
        case .eddystoneUID(let frame):
            let namespace = UInt128(frame.namespace.high) << 16 | UInt128(frame.namespace.low)
            self = .eddystone(namespace: namespace, instance: frame.instance)
        case .eddystoneEphemeral(let frame): self = .ephemeral(frame.identifier)
        default: return nil
        }
    }
}
