/// The address that a Bluetooth device advertises with; most personal devices change theirs often.
public struct DeviceAddress: Hashable, Sendable {
    /// The kind of address; raw values are the numbers in HCI reports.
    public enum Kind: UInt8, Hashable, Sendable {
        /// Assigned by the manufacturer for good.
        case publicDevice = 0
        /// Chosen by the device.
        case random = 1
        /// The public identity of a device whose changing address the receiver resolved.
        case publicIdentity = 2
        /// The random, fixed identity of a device whose changing address the receiver resolved.
        case randomIdentity = 3
        /// The advertisement has no address.
        case anonymous = 0xFF
    }

    /// The six bytes as a number; the first byte of the text form is the most significant one.
    public let value: UInt64
    /// The kind of address.
    public let kind: Kind

    /// Makes an address from the lowest 48 bits of a number.
    public init(_ value: UInt64, kind: Kind) {
        self.value = value & 0xFFFF_FFFF_FFFF
        self.kind = kind
    }
}

extension DeviceAddress {
    /// Whether the device keeps the address, at least until the device restarts.
    ///
    /// A random address is fixed when its two highest bits are set (Bluetooth Core Specification 5.4,
    /// volume 6, part B, 1.3.2).
    public var isFixed: Bool {
        switch kind {
        case .publicDevice, .publicIdentity, .randomIdentity: true
        case .random: value >> 46 == 0b11
        case .anonymous: false
        }
    }
}

extension DeviceAddress: CustomStringConvertible {
    /// Six pairs of upper-case digits with colons between them.
    public var description: String {
        var text = ""
        text.reserveCapacity(17)
        for digit in 0..<12 {
            if digit > 0, digit % 2 == 0 { text.append(":") }
            text.unicodeScalars.append(hexadecimalDigit(UInt8(value >> UInt64(44 - 4 * digit) & 0xF)))
        }
        return text
    }
}
