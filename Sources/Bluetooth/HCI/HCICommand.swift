import Beacons

/// A command for a controller, with its parameters in the order of the Bluetooth Core Specification 5.4, volume 4, part E,
/// section 7.
struct HCICommand: Hashable, Sendable {
    /// The number of a command: group and number in the group.
    enum Code: UInt16, Hashable, Sendable {
        case setEventMask = 0x0C01
        case reset = 0x0C03
        case readLocalVersion = 0x1001
        case readFeatures = 0x1003
        case readAddress = 0x1009
        case setLowEnergyEventMask = 0x2001
        case readLowEnergyBufferSize = 0x2002
        case readLowEnergyFeatures = 0x2003
        case setRandomAddress = 0x2005
        case setAdvertisingParameters = 0x2006
        case setAdvertisingData = 0x2008
        case enableAdvertising = 0x200A
        case setScanParameters = 0x200B
        case enableScan = 0x200C
        case setRandomAddressOfSet = 0x2035
        case setExtendedAdvertisingParameters = 0x2036
        case setExtendedAdvertisingData = 0x2037
        case enableExtendedAdvertising = 0x2039
        case setExtendedScanParameters = 0x2041
        case enableExtendedScan = 0x2042
    }

    let code: Code
    let parameters: [UInt8]
    /// Whether the controller may refuse it without harm.
    var isOptional = false

    init(_ code: Code, _ parameters: [UInt8] = [], isOptional: Bool = false) {
        self.code = code
        self.parameters = parameters
        self.isOptional = isOptional
    }

    /// The packet in the H4 form.
    var packet: [UInt8] {
        [1] + littleEndian(code.rawValue) + [UInt8(truncatingIfNeeded: parameters.count)] + parameters
    }
}

/// The two bytes of a number, the least significant one first.
func littleEndian(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
}

/// The first bytes of a number, the least significant one first.
private func littleEndian(_ number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
}

// MARK: - Scanning

extension HCICommand {
    /// The scan interval and the scan window, in units of 0.625 ms: 60 ms each, so that the scan never pauses.
    private static var scanTime: [UInt8] { littleEndian(96) }

    /// The commands that start a scan, which reports repeated advertisements too.
    static func startScan(_ mode: ScanMode, isExtended: Bool) -> [HCICommand] {
        let type: UInt8 = mode == .active ? 1 : 0
        // Own address random: a scan request must not tell which machine asks.
        guard isExtended else {
            return [
                HCICommand(.setScanParameters, [type] + scanTime + scanTime + [1, 0]),
                HCICommand(.enableScan, [1, 0]),
            ]
        }
        return [
            HCICommand(.setExtendedScanParameters, [1, 0, 1, type] + scanTime + scanTime),
            HCICommand(.enableExtendedScan, [1, 0, 0, 0, 0, 0]),
        ]
    }

    /// The command that ends a scan.
    static func endScan(isExtended: Bool) -> HCICommand {
        isExtended
            ? HCICommand(.enableExtendedScan, [0, 0, 0, 0, 0, 0], isOptional: true)
            : HCICommand(.enableScan, [0, 0], isOptional: true)
    }

    /// Sets the address that a scan or an advertisement may use, as a number as in ``DeviceAddress``.
    static func setRandomAddress(_ address: UInt64) -> HCICommand {
        HCICommand(.setRandomAddress, littleEndian(address, count: 6))
    }
}

// MARK: - Advertising

extension HCICommand {
    /// The number of our only advertising set.
    private static var advertisingSet: UInt8 { 0 }

    /// The commands that start advertising without connections.
    ///
    /// - Parameters:
    ///   - advertisement: The data and the interval.
    ///   - randomAddress: The address to use; `nil` uses the public one.
    ///   - isExtended: Whether the controller knows advertising sets.
    /// - Returns: The commands in their order.
    static func startAdvertising(
        _ advertisement: Advertisement, randomAddress: UInt64?, isExtended: Bool
    ) -> [HCICommand] {
        let addressType: UInt8 = randomAddress == nil ? 0 : 1
        let units = UInt64((advertisement.interval / .microseconds(625)).rounded())
        let data = advertisement.data
        guard isExtended else {
            let padding = [UInt8](repeating: 0, count: max(0, 31 - data.count))
            let interval = littleEndian(units, count: 2)
            return [
                HCICommand(
                    .setAdvertisingParameters,
                    interval + interval + [3, addressType] + [UInt8](repeating: 0, count: 7) + [7, 0]),
                HCICommand(.setAdvertisingData, [UInt8(truncatingIfNeeded: data.count)] + data + padding),
                HCICommand(.enableAdvertising, [1]),
            ]
        }
        // The form that all receivers hear where the data fits into it.
        let properties: [UInt8] = data.count <= 31 ? [0x10, 0] : [0, 0]
        let interval = littleEndian(units, count: 3)
        let peer = [UInt8](repeating: 0, count: 7)
        return [
            HCICommand(
                .setExtendedAdvertisingParameters,
                [advertisingSet] + properties + interval + interval + [7, addressType] + peer
                    + [0, 0x7F, 1, 0, 1, 0, 0])
        ]
            + (randomAddress.map {
                [HCICommand(.setRandomAddressOfSet, [advertisingSet] + littleEndian($0, count: 6))]
            } ?? [])
            + [
                HCICommand(
                    .setExtendedAdvertisingData,
                    [advertisingSet, 3, 1, UInt8(truncatingIfNeeded: data.count)] + data),
                HCICommand(.enableExtendedAdvertising, [1, 1, advertisingSet, 0, 0, 0]),
            ]
    }

    /// The command that ends all advertising.
    static func endAdvertising(isExtended: Bool) -> HCICommand {
        isExtended
            ? HCICommand(.enableExtendedAdvertising, [0, 0], isOptional: true)
            : HCICommand(.enableAdvertising, [0], isOptional: true)
    }
}
