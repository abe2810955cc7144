/// Finds beacon frames in advertising data or in a scan response.
public enum AdvertisingData: Sendable {
    /// Finds the first iBeacon frame, at any position.
    ///
    /// Only the manufacturer structure matters: the flags differ between vendors, and a scan response has
    /// none. The search allocates nothing.
    ///
    /// - Returns: `nil` when the data has no such frame.
    /// - Throws: An error if there is no complete frame: ``FrameDefect/truncatedStructure`` when a structure
    ///   runs past the end, otherwise ``FrameDefect/wrongFrameLength`` when a structure begins like a frame
    ///   but has another length.
    /// - Complexity: O(*n*) in the number of structures.
    public static func iBeacon(in bytes: Span<UInt8>) throws(FrameDefect) -> IBeaconFrame? {
        var hasWrongLength = false
        var structures = AdvertisingStructures()
        while let structure = try structures.next(in: bytes) {
            let content = structure.content
            guard structure.type == manufacturerType, content.count >= 4,
                bytes.littleEndian32(at: content.lowerBound) == IBeaconFrame.beginning
            else { continue }
            if content.count == IBeaconFrame.manufacturerDataCount {
                return IBeaconFrame(uncheckedIn: bytes, at: content.lowerBound)
            }
            hasWrongLength = true
        }
        if hasWrongLength { throw .wrongFrameLength }
        return nil
    }

    /// The type of a structure whose content begins with a company identifier, by the Bluetooth assigned
    /// numbers.
    static var manufacturerType: UInt8 { 0xFF }
}
