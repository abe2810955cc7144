/// The meaning of one structure of advertising data; ranges are positions in the advertising data.
///
/// Source: Supplement to the Bluetooth Core Specification, part A, and the Bluetooth assigned numbers.
public enum AdvertisingElement: Hashable, Sendable {
    /// What the device can do (type 0x01).
    case flags(AdvertisingFlags)
    /// Services with 16-bit UUIDs, two bytes each, least significant first (types 0x02 and 0x03).
    case services16(Range<Int>, isComplete: Bool)
    /// Services with 128-bit UUIDs, sixteen bytes each, least significant first (types 0x06 and 0x07).
    case services128(Range<Int>, isComplete: Bool)
    /// The name of the device in UTF-8 (types 0x08 and 0x09).
    case name(Range<Int>, isComplete: Bool)
    /// The transmit power in dBm (type 0x0A).
    case transmitPower(Int8)
    /// The data of a service with a 16-bit UUID (type 0x16).
    case serviceData(service: UInt16, Range<Int>)
    /// Data in a format of a company (type 0xFF).
    case manufacturerData(company: UInt16, Range<Int>)
    /// A structure of another type.
    case other(AdvertisingStructure)
}

/// What a device says about itself in its flags.
public struct AdvertisingFlags: OptionSet, Hashable, Sendable {
    /// The bits of the first byte.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The device can be discovered for a short time.
    public static var limitedDiscoverable: Self { Self(rawValue: 1 << 0) }
    /// The device can be discovered at any time.
    public static var generalDiscoverable: Self { Self(rawValue: 1 << 1) }
    /// The device has no classic Bluetooth.
    public static var withoutClassic: Self { Self(rawValue: 1 << 2) }
    /// The controller can use both kinds of Bluetooth with one device at once.
    public static var bothInController: Self { Self(rawValue: 1 << 3) }
}

extension AdvertisingElement {
    /// Reads the meaning of a structure.
    ///
    /// - Parameters:
    ///   - structure: The structure.
    ///   - bytes: The advertising data that it belongs to.
    /// - Throws: ``FrameDefect/wrongStructureLength`` when the content does not have the length of its type.
    public init(_ structure: AdvertisingStructure, in bytes: Span<UInt8>) throws(FrameDefect) {
        let content = structure.content
        switch structure.type {
        case 0x01:
            // Later specifications may add bytes; the first one keeps its meaning.
            guard content.count >= 1 else { throw .wrongStructureLength }
            self = .flags(AdvertisingFlags(rawValue: bytes[content.lowerBound]))
        case 0x02, 0x03:
            guard content.count % 2 == 0 else { throw .wrongStructureLength }
            self = .services16(content, isComplete: structure.type == 0x03)
        case 0x06, 0x07:
            guard content.count % 16 == 0 else { throw .wrongStructureLength }
            self = .services128(content, isComplete: structure.type == 0x07)
        case 0x08, 0x09: self = .name(content, isComplete: structure.type == 0x09)
        case 0x0A:
            guard content.count == 1 else { throw .wrongStructureLength }
            self = .transmitPower(Int8(bitPattern: bytes[content.lowerBound]))
        case AdvertisingData.serviceDataType, AdvertisingData.manufacturerType:
            guard content.count >= 2 else { throw .wrongStructureLength }
            let number = bytes.littleEndian16(at: content.lowerBound)
            let rest = content.lowerBound + 2..<content.upperBound
            self =
                structure.type == AdvertisingData.manufacturerType
                ? .manufacturerData(company: number, rest) : .serviceData(service: number, rest)
        default: self = .other(structure)
        }
    }
}

extension AdvertisingData {
    /// The name of the device: the complete one, or else the shortened one.
    ///
    /// Bytes that are not UTF-8 become replacement characters. The name comes from a stranger: remove control
    /// characters before you print it.
    ///
    /// - Complexity: O(*n*) in the number of bytes; allocates the text.
    public static func name(in bytes: Span<UInt8>) -> String? {
        var found: Range<Int>?
        var structures = AdvertisingStructures()
        do throws(FrameDefect) {
            while let structure = try structures.next(in: bytes) {
                if structure.type == 0x09 || structure.type == 0x08 && found == nil {
                    found = structure.content
                }
                if structure.type == 0x09 { break }
            }
        } catch {
            // What came before the damage counts.
        }
        return found.map { range in String(decoding: range.map { bytes[$0] }, as: UTF8.self) }
    }
}
