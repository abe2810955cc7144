import Beacons

/// Decides which commands a controller gets: to set it up for a task, to keep it at it, and to end it.
///
/// One command is under way at a time, and none while the controller gives no credit. It has no clock and no transport:
/// events and times come in, packets go out.
struct HCIHostStateMachine {
    typealias Instant = ContinuousClock.Instant

    enum Action: Equatable {
        case send([UInt8])
        /// The task runs.
        case becameReady(DeviceAddress?)
        /// The controller cannot go on; it must be reset, which a new machine does.
        case failed(BluetoothFailure)
        /// The task was ended on the controller.
        case stopped
    }

    private enum Phase {
        case new, identifying, starting, running, refreshing, stopping, over
    }

    private struct Pending {
        let command: HCICommand
        let deadline: Instant
    }

    private let name: String
    private let task: RadioTask
    private let timing: RadioTiming
    /// 46 bits that nobody can guess.
    private let randomBits: UInt64
    private var phase = Phase.new
    private var queue: [HCICommand] = []
    private var pending: Pending?
    private var credits = 1
    /// When a controller that gives no credit for the next command is given up.
    private var creditDeadline: Instant?
    private var isExtended = false
    private var publicAddress: UInt64 = 0
    private var lastHeard: Instant?

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - name: The adapter, for sentences.
    ///   - task: What the controller is for.
    ///   - randomBits: Random bits for an address; the lower 46 are used.
    ///   - timing: Limits of time.
    init(name: String, task: RadioTask, randomBits: UInt64, timing: RadioTiming = RadioTiming()) {
        self.name = name
        self.task = task
        self.randomBits = randomBits & 0x3FFF_FFFF_FFFF
        self.timing = timing
    }

    /// Whether reports belong to the scan that was asked for, and not to one before it.
    var isListening: Bool { task.scanMode != nil && (phase == .running || phase == .refreshing) }

    /// When ``timePassed(to:)`` is due next.
    var deadline: Instant? {
        if let pending { return pending.deadline }
        if let creditDeadline { return creditDeadline }
        return phase == .running ? lastHeard?.advanced(by: timing.silence) : nil
    }

    // MARK: - Inputs

    /// Begins to set up the controller.
    mutating func begin(at now: Instant) -> [Action] {
        phase = .identifying
        queue = [
            HCICommand(.reset), HCICommand(.readLocalVersion, isOptional: true),
            HCICommand(.readFeatures, isOptional: true), HCICommand(.readAddress, isOptional: true),
            HCICommand(.setEventMask, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x00, 0x20]),
            HCICommand(.readLowEnergyBufferSize, isOptional: true),
            HCICommand(.readLowEnergyFeatures, isOptional: true),
        ]
        return advance(at: now)
    }

    /// Notes an advertising report, which shows that the controller is alive.
    mutating func noteReport(at now: Instant) { lastHeard = now }

    /// Processes an event that is no advertising report.
    mutating func received(_ event: Span<UInt8>, at now: Instant) -> [Action] {
        guard phase != .over, event.count >= 3 else { return [] }
        lastHeard = now
        switch event[1] {
        case 0x0E where event.count >= 6:
            credits = Int(event[3])
            let code = UInt16(event[4]) | UInt16(event[5]) << 8
            let answer = event.extracting(6..<event.count)
            return completed(code, status: answer.count > 0 ? answer[0] : 0, answer, at: now)
        case 0x0F where event.count >= 7:
            credits = Int(event[4])
            let code = UInt16(event[5]) | UInt16(event[6]) << 8
            return completed(code, status: event[3], event.extracting(3..<3), at: now)
        case 0x10 where event.count >= 4:
            return fail(
                .hardwareFault,
                "The controller of \(name) reports a hardware fault (\(errorCode(event[3]))).")
        default: return []
        }
    }

    /// Processes the time: an answer or a credit that did not come, or a silence.
    mutating func timePassed(to now: Instant) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        guard pending != nil || creditDeadline != nil else { return refresh(at: now) }
        if phase == .stopping { return finish() }
        let fault = pending.map { "does not answer \($0.command.code)" } ?? "takes no more commands"
        return fail(.noAnswer, "The controller of \(name) \(fault): check its power and cable.")
    }

    /// Ends the task on the controller.
    mutating func stop(at now: Instant) -> [Action] {
        switch phase {
        case .over, .stopping: return []
        case .new, .identifying: return finish()
        case .starting, .running, .refreshing:
            phase = .stopping
            queue = [endOfTask]
            return advance(at: now)
        }
    }

    // MARK: - Steps

    private var endOfTask: HCICommand {
        switch task {
        case .scan: HCICommand.endScan(isExtended: isExtended)
        case .advertise: HCICommand.endAdvertising(isExtended: isExtended)
        }
    }

    private var beginningOfTask: [HCICommand] {
        switch task {
        case .scan(let mode): HCICommand.startScan(mode, isExtended: isExtended)
        case .advertise(let advertisement):
            HCICommand.startAdvertising(
                advertisement, randomAddress: publicAddress == 0 ? staticAddress : nil, isExtended: isExtended
            )
        }
    }

    /// A random address that stays (two highest bits set), and one that says nothing (both clear): Bluetooth Core
    /// Specification 5.4, volume 6, part B, 1.3.2.
    private var staticAddress: UInt64 { randomBits | 0xC000_0000_0000 }

    private mutating func start() -> BluetoothFailure? {
        if case .advertise(let advertisement) = task, !isExtended, advertisement.data.count > 31 {
            return BluetoothFailure(
                .unsupported,
                "The controller of \(name) sends at most 31 bytes: more needs one with extended advertising.")
        }
        phase = .starting
        let mask: [UInt8] = [0x02, isExtended ? 0x10 : 0, 0, 0, 0, 0, 0, 0]
        let address = task.scanMode == nil ? staticAddress : randomBits
        // Some controllers go on with their task over a reset, and take no settings meanwhile.
        queue =
            [
                HCICommand(.setLowEnergyEventMask, mask), endOfTask, HCICommand.setRandomAddress(address),
            ] + beginningOfTask
        return nil
    }

    /// Starts the task once more; a controller that lost its settings has them again, and a dead one gives no answer.
    private mutating func refresh(at now: Instant) -> [Action] {
        phase = .refreshing
        queue = [endOfTask] + beginningOfTask
        return advance(at: now)
    }

    private mutating func advance(at now: Instant) -> [Action] {
        guard pending == nil else { return [] }
        if queue.isEmpty { return phaseEnded(at: now) }
        guard credits > 0 else {
            if creditDeadline == nil { creditDeadline = now.advanced(by: timing.answer) }
            return []
        }
        let command = queue.removeFirst()
        credits -= 1
        creditDeadline = nil
        pending = Pending(command: command, deadline: now.advanced(by: timing.answer))
        return [.send(command.packet)]
    }

    private mutating func phaseEnded(at now: Instant) -> [Action] {
        switch phase {
        case .identifying:
            if let failure = start() { return fail(failure.reason, failure.sentence) }
            return advance(at: now)
        case .starting:
            phase = .running
            lastHeard = now
            return [.becameReady(ownAddress)]
        case .refreshing:
            phase = .running
            lastHeard = now
            return []
        case .stopping: return finish()
        case .new, .running, .over: return []
        }
    }

    private var ownAddress: DeviceAddress? {
        if publicAddress != 0 { return DeviceAddress(publicAddress, kind: .publicDevice) }
        return task.scanMode == nil ? DeviceAddress(staticAddress, kind: .random) : nil
    }

    // MARK: - Answers

    private mutating func completed(
        _ code: UInt16, status: UInt8, _ answer: Span<UInt8>, at now: Instant
    ) -> [Action] {
        guard let pending, code == pending.command.code.rawValue else {
            // A controller that restarts by itself announces its credit.
            if code == 0, pending == nil, phase == .running { return refresh(at: now) }
            return advance(at: now)
        }
        self.pending = nil
        if status == 0 { return accept(pending.command.code, answer) ?? advance(at: now) }
        return refused(pending.command, status: status, at: now)
    }

    /// Takes what an answer tells; returns actions only when the task is over.
    private mutating func accept(_ code: HCICommand.Code, _ answer: Span<UInt8>) -> [Action]? {
        switch code {
        case .readFeatures where answer.count >= 9 && answer[5] & 0x40 == 0:
            return fail(
                .unsupported, "The controller of \(name) has no Bluetooth Low Energy, in which beacons send.")
        case .readLowEnergyFeatures where answer.count >= 9: isExtended = answer[2] & 0x10 != 0
        case .readAddress where answer.count >= 7:
            publicAddress = (0..<6).reduce(0) { $0 | UInt64(answer[1 + $1]) << UInt64(8 * $1) }
        default: break
        }
        return nil
    }

    private mutating func refused(_ command: HCICommand, status: UInt8, at now: Instant) -> [Action] {
        if phase == .stopping || command.isOptional { return advance(at: now) }
        // It announces extended advertising and does not know the commands, so the older ones are what it has.
        if status == 1, isExtended,
            command.code == .setExtendedScanParameters || command.code == .setExtendedAdvertisingParameters
        {
            isExtended = false
            if let failure = start() { return fail(failure.reason, failure.sentence) }
            return advance(at: now)
        }
        // An unknown command and an unsupported feature stay so; other refusals may pass.
        return fail(
            [0x01, 0x11].contains(status) ? .unsupported : .refused,
            "The controller of \(name) refused \(command.code) with error \(errorCode(status)).")
    }

    private mutating func fail(_ reason: BluetoothFailure.Reason, _ sentence: String) -> [Action] {
        close()
        return [.failed(BluetoothFailure(reason, sentence))]
    }

    private mutating func finish() -> [Action] {
        close()
        return [.stopped]
    }

    private mutating func close() {
        phase = .over
        queue = []
        pending = nil
        creditDeadline = nil
    }
}

/// A byte as people write error codes.
private func errorCode(_ byte: UInt8) -> String { "0x" + hexadecimal(UInt64(byte), digits: 2) }
