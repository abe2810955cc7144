/// Why a ``CBPeripheralManager`` does not advertise.
public struct CBError: Error, Hashable, Sendable {
    /// What is wrong.
    public let code: Code

    /// Makes an error of its code.
    public init(_ code: Code) { self.code = code }

    /// What can be wrong; raw values are Core Bluetooth's.
    public enum Code: Int, Hashable, Sendable {
        /// The radio is off, or failed, or the program is not in use.
        case unknown = 0
        /// The data to advertise is not that of a beacon region.
        case invalidParameters = 1
        /// It is advertising already.
        case alreadyAdvertising = 9
    }
}
