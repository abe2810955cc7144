import Beacons
public import Foundation

/// The opaque dictionary with one entry that carries a beacon region to a peripheral manager (L144).
enum BeaconAdvertisement {
    /// The key of the 21 bytes: UUID, major, minor, measured power.
    private static let key = "kCBAdvDataAppleBeaconKey"
    /// The default strength at one metre (L145), in dBm.
    private static let defaultMeasuredPower: Int8 = -59

    /// Makes the dictionary; open parts of the constraint are sent as 0 (L146).
    static func dictionary(for constraint: BeaconIdentityConstraint, measuredPower: Int8?)
        -> NSMutableDictionary
    {
        let identity = BeaconIdentity(
            uuid: constraint.uuid, major: constraint.major ?? 0, minor: constraint.minor ?? 0)
        let frame = IBeaconFrame(identity: identity, measuredPower: measuredPower ?? defaultMeasuredPower)
        // Without the company, the type and the length, which are the same in every frame.
        let bytes = Data(frame.manufacturerData.dropFirst(prefix.count))
        return NSMutableDictionary(object: NSData(data: bytes), forKey: NSString(string: key))
    }

    /// Reads the dictionary; `nil` for any other one.
    static func frame(in dictionary: [String: Any]?) -> IBeaconFrame? {
        guard let data = dictionary?[key] as? Data else { return nil }
        let bytes = prefix + data
        // Data of a wrong length counts as no frame.
        do { return try IBeaconFrame(manufacturerData: bytes.span) } catch { return nil }
    }

    private static let prefix: [UInt8] = [0x4C, 0x00, 0x02, 0x15]
}

extension CLBeaconRegion {
    /// Makes the data with which a ``CBPeripheralManager`` advertises a beacon of this region (L144).
    ///
    /// Pass the dictionary on unchanged. Open parts of the region are sent as 0 (L146).
    ///
    /// - Parameter measuredPower: The signal's strength at one metre, in dBm, -128 to 127; by default, the
    ///   device's own value (L145).
    /// - Returns: A dictionary with one entry.
    public func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
        BeaconAdvertisement.dictionary(
            for: beaconIdentityConstraint.constraint,
            measuredPower: measuredPower.map { Int8(clamping: $0.intValue) })
    }
}
