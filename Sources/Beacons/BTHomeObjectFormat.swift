/// What a BTHome object means, and how its value is written.
///
/// Source: the tables of bthome.io, "BTHome v2 format".
public struct BTHomeObjectFormat: Hashable, Sendable {
    /// The name of the property, for people and programs: lower case with hyphens.
    public let name: String
    /// The unit of the value after the factor; empty for a state, an event and a count.
    public let unit: String
    /// The number of bytes of the value; 0 when a length byte stands before it.
    public let byteCount: Int
    /// Whether the number can be negative.
    public let isSigned: Bool
    /// The number times this is the value in the unit.
    public let factor: Double
    /// Whether the value is a text or raw bytes with a length byte before it.
    public var hasLengthByte: Bool { byteCount == 0 }

    /// The format of an object.
    ///
    /// - Returns: `nil` for an identifier that is not assigned.
    public init?(identifier: UInt8) {
        switch identifier {
        case 0x00...0x0E, 0x12...0x14, 0x2E...0x2F: self.init(measurement: identifier)
        case 0x0F...0x11, 0x15...0x2D: self.init(state: identifier)
        case 0x3A: self.init("button", 1)
        case 0x3C: self.init("dimmer", 2)
        case 0x3D...0x5F: self.init(laterMeasurement: identifier)
        case 0x60: self.init("channel", 1)
        case 0x61: self.init("rotational-speed", 2, "rpm")
        case 0x62: self.init("speed", 4, "m/s", 0.000_001, isSigned: true)
        case 0x63: self.init("acceleration", 4, "m/s²", 0.000_001, isSigned: true)
        case 0x64: self.init("light-level", 1)
        case 0xF0: self.init("device-type", 2)
        case 0xF1: self.init("firmware-version", 4)
        case 0xF2: self.init("firmware-version", 3)
        default: return nil
        }
    }

    private init(
        _ name: String, _ byteCount: Int, _ unit: String = "", _ factor: Double = 1, isSigned: Bool = false
    ) {
        self.name = name
        self.unit = unit
        self.byteCount = byteCount
        self.isSigned = isSigned
        self.factor = factor
    }

    private init?(measurement identifier: UInt8) {
        switch identifier {
        case 0x00: self.init("packet-id", 1)
        case 0x01: self.init("battery", 1, "%")
        case 0x02: self.init("temperature", 2, "°C", 0.01, isSigned: true)
        case 0x03: self.init("humidity", 2, "%", 0.01)
        case 0x04: self.init("pressure", 3, "hPa", 0.01)
        case 0x05: self.init("illuminance", 3, "lx", 0.01)
        case 0x06: self.init("mass", 2, "kg", 0.01)
        case 0x07: self.init("mass", 2, "lb", 0.01)
        case 0x08: self.init("dew-point", 2, "°C", 0.01, isSigned: true)
        case 0x09: self.init("count", 1)
        case 0x0A: self.init("energy", 3, "kWh", 0.001)
        case 0x0B: self.init("power", 3, "W", 0.01)
        case 0x0C: self.init("voltage", 2, "V", 0.001)
        case 0x0D: self.init("pm2.5", 2, "µg/m³")
        case 0x0E: self.init("pm10", 2, "µg/m³")
        case 0x12: self.init("co2", 2, "ppm")
        case 0x13: self.init("tvoc", 2, "µg/m³")
        case 0x14: self.init("moisture", 2, "%", 0.01)
        case 0x2E: self.init("humidity", 1, "%")
        case 0x2F: self.init("moisture", 1, "%")
        default: return nil
        }
    }

    private init?(laterMeasurement identifier: UInt8) {
        switch identifier {
        case 0x3D: self.init("count", 2)
        case 0x3E: self.init("count", 4)
        case 0x3F: self.init("rotation", 2, "°", 0.1, isSigned: true)
        case 0x40: self.init("distance", 2, "mm")
        case 0x41: self.init("distance", 2, "m", 0.1)
        case 0x42: self.init("duration", 3, "s", 0.001)
        case 0x43: self.init("current", 2, "A", 0.001)
        case 0x44: self.init("speed", 2, "m/s", 0.01)
        case 0x45: self.init("temperature", 2, "°C", 0.1, isSigned: true)
        case 0x46: self.init("uv-index", 1, "", 0.1)
        case 0x47: self.init("volume", 2, "L", 0.1)
        case 0x48: self.init("volume", 2, "mL")
        case 0x49: self.init("volume-flow-rate", 2, "m³/h", 0.001)
        case 0x4A: self.init("voltage", 2, "V", 0.1)
        case 0x4B: self.init("gas", 3, "m³", 0.001)
        case 0x4C: self.init("gas", 4, "m³", 0.001)
        case 0x4D: self.init("energy", 4, "kWh", 0.001)
        case 0x4E: self.init("volume", 4, "L", 0.001)
        case 0x4F: self.init("water", 4, "L", 0.001)
        case 0x50: self.init("timestamp", 4, "s")
        case 0x51: self.init("acceleration", 2, "m/s²", 0.001)
        case 0x52: self.init("gyroscope", 2, "°/s", 0.001)
        case 0x53: self.init("text", 0)
        case 0x54: self.init("raw", 0)
        case 0x55: self.init("volume-storage", 4, "L", 0.001)
        case 0x56: self.init("conductivity", 2, "µS/cm")
        case 0x57: self.init("temperature", 1, "°C", isSigned: true)
        case 0x58: self.init("temperature", 1, "°C", 0.35, isSigned: true)
        case 0x59: self.init("count", 1, isSigned: true)
        case 0x5A: self.init("count", 2, isSigned: true)
        case 0x5B: self.init("count", 4, isSigned: true)
        case 0x5C: self.init("power", 4, "W", 0.01, isSigned: true)
        case 0x5D: self.init("current", 2, "A", 0.001, isSigned: true)
        case 0x5E: self.init("direction", 2, "°", 0.01)
        case 0x5F: self.init("precipitation", 2, "mm", 0.1)
        default: return nil
        }
    }

    /// A state: 1 or 0.
    private init?(state identifier: UInt8) {
        switch identifier {
        case 0x0F: self.init("generic", 1)
        case 0x10: self.init("power", 1)
        case 0x11: self.init("opening", 1)
        case 0x15: self.init("battery-low", 1)
        case 0x16: self.init("battery-charging", 1)
        case 0x17: self.init("carbon-monoxide", 1)
        case 0x18: self.init("cold", 1)
        case 0x19: self.init("connectivity", 1)
        case 0x1A: self.init("door", 1)
        case 0x1B: self.init("garage-door", 1)
        case 0x1C: self.init("gas", 1)
        case 0x1D: self.init("heat", 1)
        case 0x1E: self.init("light", 1)
        case 0x1F: self.init("lock", 1)
        case 0x20: self.init("moisture", 1)
        case 0x21: self.init("motion", 1)
        case 0x22: self.init("moving", 1)
        case 0x23: self.init("occupancy", 1)
        case 0x24: self.init("plug", 1)
        case 0x25: self.init("presence", 1)
        case 0x26: self.init("problem", 1)
        case 0x27: self.init("running", 1)
        case 0x28: self.init("safety", 1)
        case 0x29: self.init("smoke", 1)
        case 0x2A: self.init("sound", 1)
        case 0x2B: self.init("tamper", 1)
        case 0x2C: self.init("vibration", 1)
        case 0x2D: self.init("window", 1)
        default: return nil
        }
    }
}
