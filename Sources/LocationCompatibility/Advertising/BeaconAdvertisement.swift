import Beacons
public import Foundation

/// How a beacon region is handed to a peripheral manager: an opaque dictionary of one entry (L144).
enum BeaconAdvertisement {
    /// The key of the 21 bytes: UUID, major, minor, measured power.
    private static let key = "kCBAdvDataAppleBeaconKey"
    /// The strength at one metre that is claimed by default (L145), in dBm.
    private static let defaultMeasuredPower: Int8 = -59

    /// Makes the dictionary; parts that the constraint leaves open are sent as 0 (L146).
    static func dictionary(for constraint: BeaconIdentityConstraint, measuredPower: Int8?)
        -> NSMutableDictionary
    {
        let identity = BeaconIdentity(
            uuid: constraint.uuid, major: constraint.major ?? 0, minor: constraint.minor ?? 0)
        let frame = IBeaconFrame(identity: identity, measuredPower: measuredPower ?? defaultMeasuredPower)
        // Past the company, the type and the length, which every frame begins with.
        let bytes = Data(frame.manufacturerData.dropFirst(prefix.count))
        return NSMutableDictionary(object: NSData(data: bytes), forKey: NSString(string: key))
    }

    /// Reads the dictionary; `nil` for any other.
    static func frame(in dictionary: [String: Any]?) -> IBeaconFrame? {
        guard let data = dictionary?[key] as? Data else { return nil }
        let bytes = prefix + data
        // A wrong length is as good as no frame.
        do { return try IBeaconFrame(manufacturerData: bytes.span) } catch { return nil }
    }

    private static let prefix: [UInt8] = [0x4C, 0x00, 0x02, 0x15]
}

extension CLBeaconRegion {
    /// The data with which a ``CBPeripheralManager`` advertises a beacon of this region; pass it on unchanged (L144).
    ///
    /// Parts that the region leaves open are sent as 0 (L146).
    ///
    /// - Parameter measuredPower: The signal's strength at one metre, in dBm, -128 to 127; the device's own value without
    ///   one (L145).
    /// - Returns: A dictionary of one entry.
    public func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
        BeaconAdvertisement.dictionary(
            for: beaconIdentityConstraint.constraint,
            measuredPower: measuredPower.map { Int8(clamping: $0.intValue) })
    }
}
