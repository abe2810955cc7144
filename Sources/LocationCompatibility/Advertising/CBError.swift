/// Why a ``CBPeripheralManager`` does not advertise.
public struct CBError: Error, Hashable, Sendable {
    /// The kind of error.
    public let code: Code

    /// Makes an error from its code.
    public init(_ code: Code) { self.code = code }

    /// The kinds of errors; raw values are Core Bluetooth's.
    public enum Code: Int, Hashable, Sendable {
        /// The radio is off or has failed, or the program is not in use.
        case unknown = 0
        /// The data to advertise does not come from a beacon region.
        case invalidParameters = 1
        /// The device is already advertising.
        case alreadyAdvertising = 9
    }
}
