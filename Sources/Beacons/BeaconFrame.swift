/// A beacon frame of any known kind.
public enum BeaconFrame: Hashable, Sendable {
    /// An iBeacon.
    case iBeacon(IBeaconFrame)
    /// An AltBeacon.
    case altBeacon(AltBeaconFrame)
    /// The identity of an Eddystone beacon.
    case eddystoneUID(EddystoneUIDFrame)
    /// The web address of an Eddystone beacon.
    case eddystoneURL(EddystoneURLFrame)
    /// The state of an Eddystone beacon.
    case eddystoneTelemetry(EddystoneTelemetryFrame)
    /// The encrypted state of an Eddystone beacon.
    case eddystoneEncryptedTelemetry(EddystoneEncryptedTelemetryFrame)
    /// The changing identifier of an Eddystone beacon.
    case eddystoneEphemeral(EddystoneEphemeralFrame)
    /// The measurements of a RuuviTag.
    case ruuvi(RuuviFrame)
    /// The measurements and events of a BTHome sensor; its content is a range of the advertising data.
    case btHome(BTHomeFrame)
}

extension BeaconFrame {
    /// What kind of frame it is, without what it holds.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// An iBeacon.
        case iBeacon
        /// An AltBeacon.
        case altBeacon
        /// The identity of an Eddystone beacon.
        case eddystoneUID
        /// The web address of an Eddystone beacon.
        case eddystoneURL
        /// The state of an Eddystone beacon.
        case eddystoneTelemetry
        /// The encrypted state of an Eddystone beacon.
        case eddystoneEncryptedTelemetry
        /// The changing identifier of an Eddystone beacon.
        case eddystoneEphemeral
        /// The measurements of a RuuviTag.
        case ruuvi
        /// The measurements and events of a BTHome sensor.
        case btHome
    }

    /// What kind of frame it is.
    public var kind: Kind {
        switch self {
        case .iBeacon: .iBeacon
        case .altBeacon: .altBeacon
        case .eddystoneUID: .eddystoneUID
        case .eddystoneURL: .eddystoneURL
        case .eddystoneTelemetry: .eddystoneTelemetry
        case .eddystoneEncryptedTelemetry: .eddystoneEncryptedTelemetry
        case .eddystoneEphemeral: .eddystoneEphemeral
        case .ruuvi: .ruuvi
        case .btHome: .btHome
        }
    }

    /// The signal strength at one metre that the frame claims, in dBm; `nil` when it claims none.
    ///
    /// Eddystone's frames give the strength at 0 m, which is 41 dB higher.
    public var powerAtOneMetre: Int? {
        switch self {
        case .iBeacon(let frame): Int(frame.measuredPower)
        case .altBeacon(let frame): Int(frame.measuredPower)
        case .eddystoneUID(let frame): Int(frame.powerAtZeroMetres) - 41
        case .eddystoneURL(let frame): Int(frame.powerAtZeroMetres) - 41
        case .eddystoneEphemeral(let frame): Int(frame.powerAtZeroMetres) - 41
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry, .ruuvi, .btHome: nil
        }
    }
}

extension BeaconFrame.Kind: CustomStringConvertible {
    /// A stable name in lower case with hyphens, for people and programs.
    public var description: String {
        switch self {
        case .iBeacon: "ibeacon"
        case .altBeacon: "altbeacon"
        case .eddystoneUID: "eddystone-uid"
        case .eddystoneURL: "eddystone-url"
        case .eddystoneTelemetry: "eddystone-tlm"
        case .eddystoneEncryptedTelemetry: "eddystone-etlm"
        case .eddystoneEphemeral: "eddystone-eid"
        case .ruuvi: "ruuvi"
        case .btHome: "bthome"
        }
    }
}
