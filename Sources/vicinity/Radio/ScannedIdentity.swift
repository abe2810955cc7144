import Beacons

/// What a scan takes for one beacon: the identity in its frames, or its address where the frames have none.
enum ScannedIdentity: Hashable {
    case iBeacon(BeaconIdentity)
    case altBeacon(BeaconIdentity)
    case eddystoneUID(EddystoneNamespace, instance: UInt64)
    case eddystoneURL(EddystoneURL)
    case eddystoneEphemeral(UInt64)
    case device(DeviceAddress, BeaconFrame.Kind)

    /// The identity in a frame; `nil` for frames about the state of a beacon that another frame names.
    init?(_ frame: BeaconFrame, from address: DeviceAddress) {
        switch frame {
        case .iBeacon(let frame): self = .iBeacon(frame.identity)
        case .altBeacon(let frame): self = .altBeacon(frame.identity)
        case .eddystoneUID(let frame): self = .eddystoneUID(frame.namespace, instance: frame.instance)
        case .eddystoneURL(let frame): self = .eddystoneURL(frame.url)
        case .eddystoneEphemeral(let frame): self = .eddystoneEphemeral(frame.identifier)
        case .ruuvi: self = .device(address, .ruuvi)
        case .btHome: self = .device(address, .btHome)
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry: return nil
        }
    }

    /// The identity of an iBeacon, which can mark a spot.
    var beacon: BeaconIdentity? {
        if case .iBeacon(let identity) = self { identity } else { nil }
    }

    /// The format of its frames.
    var kind: BeaconFrame.Kind {
        switch self {
        case .iBeacon: .iBeacon
        case .altBeacon: .altBeacon
        case .eddystoneUID: .eddystoneUID
        case .eddystoneURL: .eddystoneURL
        case .eddystoneEphemeral: .eddystoneEphemeral
        case .device(_, let kind): kind
        }
    }

    /// The identity for people, without its format.
    var name: String {
        switch self {
        case .iBeacon(let identity), .altBeacon(let identity):
            "\(identity.uuid) \(identity.major)/\(identity.minor)"
        case .eddystoneUID(let namespace, let instance): "\(namespace)-\(hexadecimal(instance, digits: 12))"
        case .eddystoneURL(let url): url.text
        case .eddystoneEphemeral(let identifier): hexadecimal(identifier, digits: 16)
        case .device(let address, _): address.description
        }
    }

    /// The same in about 20 cells, for a narrow screen.
    var shortName: String {
        switch self {
        case .iBeacon(let identity), .altBeacon(let identity):
            "\(identity.uuid.description.prefix(8))… \(identity.major)/\(identity.minor)"
        case .eddystoneUID(let namespace, let instance):
            "\(namespace.description.prefix(6))…\(hexadecimal(instance, digits: 12))"
        case .eddystoneURL, .eddystoneEphemeral, .device: name
        }
    }

    /// Orders by format, then by identity.
    func isBefore(_ other: ScannedIdentity) -> Bool {
        if case .iBeacon(let left) = self, case .iBeacon(let right) = other { return left < right }
        return (kind.rawValue, name) < (other.kind.rawValue, other.name)
    }
}

/// A number with leading zeros.
private func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
