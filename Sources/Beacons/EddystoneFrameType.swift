/// The first byte of an Eddystone frame.
///
/// Source of all Eddystone layouts: the Eddystone protocol specification of Google.
enum EddystoneFrameType {
    static var uid: UInt8 { 0x00 }
    static var url: UInt8 { 0x10 }
    static var telemetry: UInt8 { 0x20 }
    static var ephemeral: UInt8 { 0x30 }

    /// The 16-bit UUID of the service whose data are the frames.
    static var service: UInt16 { 0xFEAA }
}
