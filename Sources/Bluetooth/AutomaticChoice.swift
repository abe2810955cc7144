/// Chooses an adapter where none was named.
enum AutomaticChoice {
    /// What was tried, in the order of trial; each with the reason why it cannot be used.
    struct Refusals {
        private var tried: [(adapter: Adapter, failure: BluetoothFailure)] = []

        mutating func add(_ adapter: Adapter, _ failure: BluetoothFailure) {
            tried.append((adapter, failure))
        }

        /// One failure that lists all of them, with the reason that is easiest to fix.
        var failure: BluetoothFailure {
            let order: [BluetoothFailure.Reason] = [.poweredOff, .notPermitted, .busy]
            let reason =
                order.first { reason in tried.contains { $0.failure.reason == reason } } ?? .noAdapter
            let lines = tried.map { "\($0.adapter): \($0.failure.sentence)" }
            return BluetoothFailure(
                reason, "No Bluetooth adapter can be used. " + lines.joined(separator: " "))
        }
    }

    /// What to try: BlueZ, because it shares an adapter with other programs, then the kernel's first adapter.
    static let candidates: [Adapter] = [.bluez(nil), .userChannel(0)]
}
