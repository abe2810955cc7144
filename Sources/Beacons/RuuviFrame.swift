/// What a RuuviTag measured, in data format 5 (RAWv2).
///
/// Layout of the manufacturer structure: company `99 04`, format `05`, temperature, humidity, pressure, three
/// accelerations, battery and transmit power (2 bytes each), movements (1 byte), sequence (2 bytes), address (6 bytes);
/// all most significant byte first but the company. Each value has a number for "not measured". Source: Ruuvi's
/// "Data format 5".
public struct RuuviFrame: Hashable, Sendable {
    /// The temperature in 0.005 °C; `nil` when it is not measured, as for all values.
    public var temperatureSteps: Int16?
    /// The relative humidity in 0.0025 %.
    public var humiditySteps: UInt16?
    /// The air pressure in pascals above 50,000.
    public var pressureSteps: UInt16?
    /// The acceleration along three axes, in thousandths of the standard gravity.
    public var acceleration: Acceleration
    /// The battery's voltage in millivolts above 1,600: 0 to 2,046; only the lowest 11 bits count.
    public var batterySteps: UInt16?
    /// The transmit power in steps of 2 dB above -40 dBm: 0 to 30; only the lowest 5 bits count.
    public var powerSteps: UInt8?
    /// How often the device noticed a movement.
    public var movementCount: UInt8?
    /// The number of the measurement, which repeats in several advertisements.
    public var sequence: UInt16?
    /// The address of the device; `nil` when it is not given.
    public var address: UInt64?

    /// An acceleration in thousandths of the standard gravity; `nil` when it is not measured.
    public struct Acceleration: Hashable, Sendable {
        /// Along the first axis.
        public var x: Int16?
        /// Along the second axis.
        public var y: Int16?
        /// Along the third axis.
        public var z: Int16?

        /// Makes an acceleration.
        public init(x: Int16?, y: Int16?, z: Int16?) {
            self.x = x
            self.y = y
            self.z = z
        }
    }

    /// The temperature in °C.
    public var celsius: Double? { temperatureSteps.map { Double($0) / 200 } }
    /// The relative humidity in percent.
    public var humidityPercent: Double? { humiditySteps.map { Double($0) / 400 } }
    /// The air pressure in pascals.
    public var pascals: Int? { pressureSteps.map { Int($0) + 50_000 } }
    /// The battery's voltage in millivolts.
    public var batteryMillivolts: Int? { batterySteps.map { Int($0) + 1_600 } }
    /// The transmit power in dBm.
    public var transmitPower: Int? { powerSteps.map { Int($0) * 2 - 40 } }

    /// Makes a frame in which nothing is measured.
    public init() { acceleration = Acceleration(x: nil, y: nil, z: nil) }

    /// Reads the content of a manufacturer structure, which begins with the company identifier.
    ///
    /// - Returns: `nil` when it is not a frame of Ruuvi's in format 5.
    /// - Throws: ``FrameDefect/wrongFrameLength`` when it is, but does not have 26 bytes.
    public init?(manufacturerData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 3, bytes.littleEndian16(at: 0) == Self.company, bytes[2] == Self.format else {
            return nil
        }
        guard bytes.count == 26 else { throw .wrongFrameLength }
        let power = bytes.bigEndian16(at: 15)
        let address = UInt64(bytes.bigEndian16(at: 20)) << 32 | UInt64(bytes.bigEndian32(at: 22))
        temperatureSteps = Self.signed(bytes.bigEndian16(at: 3))
        humiditySteps = Self.unsigned(bytes.bigEndian16(at: 5))
        pressureSteps = Self.unsigned(bytes.bigEndian16(at: 7))
        acceleration = Acceleration(
            x: Self.signed(bytes.bigEndian16(at: 9)), y: Self.signed(bytes.bigEndian16(at: 11)),
            z: Self.signed(bytes.bigEndian16(at: 13)))
        batterySteps = power >> 5 == 0x7FF ? nil : power >> 5
        powerSteps = power & 0x1F == 0x1F ? nil : UInt8(truncatingIfNeeded: power & 0x1F)
        movementCount = bytes[17] == 0xFF ? nil : bytes[17]
        sequence = Self.unsigned(bytes.bigEndian16(at: 18))
        self.address = address == 0xFFFF_FFFF_FFFF ? nil : address
    }

    /// The content of its manufacturer structure: 26 bytes, beginning with the company identifier.
    public var manufacturerData: [UInt8] {
        let battery = (batterySteps ?? 0x7FF) & 0x7FF
        let power = UInt16(powerSteps ?? 0x1F) & 0x1F
        let address = address ?? 0xFFFF_FFFF_FFFF
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(Self.company, count: 2)
        bytes.append(Self.format)
        for value in [
            Self.bits(temperatureSteps), humiditySteps ?? .max, pressureSteps ?? .max,
            Self.bits(acceleration.x),
            Self.bits(acceleration.y), Self.bits(acceleration.z), battery << 5 | power,
        ] {
            bytes.appendBigEndian(value)
        }
        bytes.append(movementCount ?? .max)
        bytes.appendBigEndian(sequence ?? .max)
        bytes.appendBigEndian(UInt16(truncatingIfNeeded: address >> 32))
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: address))
        return bytes
    }

    private static var company: UInt16 { 0x0499 }
    private static var format: UInt8 { 5 }

    private static func signed(_ bits: UInt16) -> Int16? { bits == 0x8000 ? nil : Int16(bitPattern: bits) }
    private static func unsigned(_ bits: UInt16) -> UInt16? { bits == .max ? nil : bits }
    private static func bits(_ value: Int16?) -> UInt16 { UInt16(bitPattern: value ?? .min) }
}
