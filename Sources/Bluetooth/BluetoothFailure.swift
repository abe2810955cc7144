/// Why a radio cannot be used now, with the remedy.
public struct BluetoothFailure: Error, Hashable, Sendable {
    /// The kind of failure; raw values are stable, for programs.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// There is no adapter of that name, or none at all.
        case noAdapter = "no-adapter"
        /// The system refuses this program access.
        case notPermitted = "not-permitted"
        /// Another program uses the adapter.
        case busy
        /// The adapter is switched off.
        case poweredOff = "powered-off"
        /// The system, or the adapter, cannot do what was asked.
        case unsupported
        /// A connection to the controller or to BlueZ cannot be made.
        case notReachable = "not-reachable"
        /// A connection to the controller or to BlueZ ended.
        case connectionLost = "connection-lost"
        /// The controller does not answer.
        case noAnswer = "no-answer"
        /// The controller or BlueZ refused a request.
        case refused
        /// The controller reported a fault of its own.
        case hardwareFault = "hardware-fault"
        /// What should be advertised cannot be sent.
        case unusableAdvertisement = "unusable-advertisement"
    }

    /// The kind of failure.
    public let reason: Reason
    /// What is wrong and which command or step fixes it, in whole sentences.
    public let sentence: String

    /// Makes a failure.
    public init(_ reason: Reason, _ sentence: String) {
        self.reason = reason
        self.sentence = sentence
    }
}

extension BluetoothFailure: CustomStringConvertible {
    /// The sentence.
    public var description: String { sentence }
}
