/// What beacons say in advertising data or in a scan response.
public enum AdvertisingData: Sendable {
    /// Finds the first iBeacon frame, whatever stands before and after it.
    ///
    /// Only the manufacturer structure counts: the flags differ between vendors, and a scan response has none. It
    /// allocates nothing.
    ///
    /// - Returns: `nil` when the data holds no such frame.
    /// - Throws: When there is no whole frame: ``FrameDefect/truncatedStructure`` when a structure runs past the end,
    ///   otherwise ``FrameDefect/wrongFrameLength`` when one begins as a frame and has another length.
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

    /// The type of a structure whose content begins with a company, by the Bluetooth assigned numbers.
    static var manufacturerType: UInt8 { 0xFF }
}
