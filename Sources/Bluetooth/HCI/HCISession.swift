import Beacons
import Glibc
import Observations

/// Carries out what ``HCIHostStateMachine`` decides on one connection to a controller.
struct HCISession {
    private let owner: RadioThread
    private let name: String
    private var machine: HCIHostStateMachine
    private var fragments = AdvertisingFragments()
    private var isOver = false

    init(owner: RadioThread, name: String) {
        self.owner = owner
        self.name = name
        machine = HCIHostStateMachine(
            name: name, task: owner.task, randomBits: .random(in: 1...UInt64.max), timing: owner.timing)
    }

    /// Works until the end is asked for and the controller has ended the task.
    ///
    /// - Parameters:
    ///   - connection: The connection to the controller.
    ///   - onReady: Called with the address of the adapter when the task runs.
    /// - Throws: ``BluetoothFailure`` when the connection or the controller fails.
    mutating func run(
        on connection: borrowing HCIConnection, onReady: (DeviceAddress?) -> Void
    ) throws(BluetoothFailure) {
        var framer = H4Framer()
        var isStopping = false
        try perform(machine.begin(at: .now), connection, onReady)
        while !isOver {
            let limit = machine.deadline.map { ContinuousClock.now.duration(to: $0) }
            switch owner.stop.wait(
                for: connection.descriptor, atMost: limit, ignoresRequest: isStopping)
            {
            case .stop:
                isStopping = true
                try perform(machine.stop(at: .now), connection, onReady)
            case .ready: try read(connection, into: &framer, onReady)
            case .time: try perform(machine.timePassed(to: .now), connection, onReady)
            }
        }
    }

    private mutating func read(
        _ connection: borrowing HCIConnection, into framer: inout H4Framer,
        _ onReady: (DeviceAddress?) -> Void
    ) throws(BluetoothFailure) {
        let descriptor = connection.descriptor
        let count = unsafe framer.fill { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            throw .connectionLost(name, isClosed: count == 0)
        }
        let (now, time) = (ContinuousClock.now, ObservationTime.now)
        var actions: [HCIHostStateMachine.Action] = []
        while let range = framer.nextPacket() {
            let packet = framer.bytes.span.extracting(range)
            if packet[1] == 0x3E, machine.isListening {
                machine.noteReport(at: now)
                deliver(packet, time)
            } else {
                actions += machine.received(packet, at: now)
            }
        }
        try perform(actions, connection, onReady)
    }

    private mutating func deliver(_ packet: Span<UInt8>, _ time: ObservationTime) {
        let onReport = owner.onReport
        // A report that makes no sense is dropped; the packets around it are sound.
        try? HCIEvent.forEachAdvertisingReport(in: packet) { report in
            var report = report
            let data = packet.extracting(report.data)
            report.data = 0..<data.count
            if fragments.isEmpty, !report.properties.contains(.moreToCome) {
                return onReport(report, data, time)
            }
            let part = data.indices.map { data[$0] }
            guard let whole = fragments.add(report, data: part) else { return }
            report.data = 0..<whole.count
            onReport(report, whole.span, time)
        }
    }

    private mutating func perform(
        _ actions: [HCIHostStateMachine.Action], _ connection: borrowing HCIConnection,
        _ onReady: (DeviceAddress?) -> Void
    ) throws(BluetoothFailure) {
        for action in actions {
            switch action {
            case .send(let packet): try connection.write(packet, name, owner)
            case .becameReady(let address): onReady(address)
            case .failed(let failure): throw failure
            case .stopped: isOver = true
            }
        }
    }
}

extension BluetoothFailure {
    /// The connection to a controller ended.
    static func connectionLost(_ name: String, isClosed: Bool) -> BluetoothFailure {
        BluetoothFailure(
            .connectionLost,
            isClosed
                ? "\(name) closed the connection."
                : "\(name) was lost: \(systemError(errno)). Plug the adapter in again.")
    }
}
