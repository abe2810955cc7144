import Beacons
import Testing

@testable import Bluetooth

/// A controller in a few lines: it answers commands by a script, and keeps what it was sent.
private struct ScriptedController {
    /// Answers other than plain success, by the number of the command.
    var answers: [UInt16: [UInt8]] = [:]
    private(set) var sent: [UInt16: [UInt8]] = [:]
    private(set) var order: [UInt16] = []

    mutating func answer(to packet: [UInt8]) -> [UInt8] {
        let code = UInt16(packet[1]) | UInt16(packet[2]) << 8
        sent[code] = Array(packet[4...])
        order.append(code)
        let parameters = answers[code] ?? [0]
        return [4, 0x0E, UInt8(3 + parameters.count), 1, packet[1], packet[2]] + parameters
    }
}

struct HCIHostStateMachineTests {
    private let start = ContinuousClock.now
    private let frame = IBeaconFrame(
        identity: BeaconIdentity(
            uuid: ProximityUUID(high: 0x0102_0304_0506_0708, low: 9), major: 1, minor: 2),
        measuredPower: -59
    ).advertisingData
    /// The answer about features, with extended advertising or without.
    private let extended: [UInt8] = [0, 0, 0x10, 0, 0, 0, 0, 0, 0]

    private func machine(_ task: RadioTask) -> HCIHostStateMachine {
        HCIHostStateMachine(name: "tcp:x:1", task: task, randomBits: 0x1234_5678_9ABC)
    }

    /// Lets a machine and a controller talk until neither has anything to say; returns what is left to do.
    private func talk(
        _ machine: inout HCIHostStateMachine, _ controller: inout ScriptedController,
        _ actions: [HCIHostStateMachine.Action]
    ) -> [HCIHostStateMachine.Action] {
        var actions = actions
        while case .send(let packet)? = actions.first, actions.count == 1 {
            actions = machine.received(controller.answer(to: packet).span, at: start)
        }
        return actions
    }

    private func advertisement(_ data: [UInt8]) throws -> RadioTask {
        .advertise(try Advertisement(data: data, interval: .milliseconds(100)))
    }

    @Test func `a scan is set up in the old form where the controller has no other`() {
        var (machine, controller) = (machine(.scan(.passive)), ScriptedController())
        let begun = machine.begin(at: start)
        #expect(!machine.isListening)
        #expect(talk(&machine, &controller, begun) == [.becameReady(nil)])
        #expect(controller.order.first == 0x0C03)
        // Passive, 60 ms in every 60 ms, random own address, from anybody; repeats are wanted.
        #expect(controller.sent[0x200B] == [0, 96, 0, 96, 0, 1, 0])
        #expect(controller.sent[0x200C] == [1, 0])
        // A private address: both highest bits are clear.
        #expect(controller.sent[0x2005] == [0xBC, 0x9A, 0x78, 0x56, 0x34, 0x12])
        #expect(machine.isListening)
    }

    @Test func `a scan is set up in the extended form where the controller has it`() {
        var (machine, controller) = (machine(.scan(.active)), ScriptedController(answers: [0x2003: extended]))
        let begun = machine.begin(at: start)
        #expect(talk(&machine, &controller, begun) == [.becameReady(nil)])
        #expect(controller.sent[0x2041] == [1, 0, 1, 1, 96, 0, 96, 0])
        #expect(controller.sent[0x2042] == [1, 0, 0, 0, 0, 0])
        #expect(controller.sent[0x2001] == [0x02, 0x10, 0, 0, 0, 0, 0, 0])
        #expect(controller.sent[0x200B] == nil)
    }

    @Test func `extended commands that the controller announces and does not know are given up`() {
        var (machine, controller) = (
            machine(.scan(.active)), ScriptedController(answers: [0x2003: extended, 0x2041: [1]])
        )
        let begun = machine.begin(at: start)
        #expect(talk(&machine, &controller, begun) == [.becameReady(nil)])
        #expect(controller.sent[0x200C] == [1, 0])
    }

    @Test func `an advertisement takes no connections and comes from the public address`() throws {
        var (machine, controller) = (
            machine(try advertisement(frame)), ScriptedController(answers: [0x1009: [0, 6, 5, 4, 3, 2, 1]])
        )
        let begun = machine.begin(at: start)
        let address = DeviceAddress(0x0102_0304_0506, kind: .publicDevice)
        #expect(talk(&machine, &controller, begun) == [.becameReady(address)])
        #expect(controller.sent[0x2006] == [160, 0, 160, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0])
        #expect(controller.sent[0x2008] == [30] + frame + [0])
        #expect(controller.sent[0x200A] == [1])
    }

    @Test func `an advertising set has the old form on air, and a fixed random address`() throws {
        var (machine, controller) = (
            machine(try advertisement(frame)), ScriptedController(answers: [0x2003: extended])
        )
        let begun = machine.begin(at: start)
        let address = DeviceAddress(0xD234_5678_9ABC, kind: .random)
        #expect(talk(&machine, &controller, begun) == [.becameReady(address)])
        #expect(
            controller.sent[0x2036] == [
                0, 0x10, 0, 160, 0, 0, 160, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 1, 0, 1, 0, 0,
            ])
        #expect(controller.sent[0x2035] == [0, 0xBC, 0x9A, 0x78, 0x56, 0x34, 0xD2])
        #expect(controller.sent[0x2037] == [0, 3, 1, 30] + frame)
        #expect(controller.sent[0x2039] == [1, 1, 0, 0, 0, 0])
    }

    @Test func `more than 31 bytes need an advertising set`() throws {
        let data = [UInt8](repeating: 0, count: 0) + [121, 0xFF] + [UInt8](repeating: 7, count: 120)
        var (old, controller) = (machine(try advertisement(data)), ScriptedController())
        var begun = old.begin(at: start)
        guard case .failed(let failure)? = talk(&old, &controller, begun).first else {
            Issue.record("an old controller took 122 bytes")
            return
        }
        #expect(failure.reason == .unsupported)
        var new = machine(try advertisement(data))
        controller = ScriptedController(answers: [0x2003: extended])
        begun = new.begin(at: start)
        _ = talk(&new, &controller, begun)
        #expect(controller.sent[0x2036]?[1...2] == [0, 0])
        #expect(controller.sent[0x2037] == [0, 3, 1, 122] + data)
    }

    @Test(arguments: [true, false])
    func `the end is told to the controller before it counts`(isExtended: Bool) throws {
        var controller = ScriptedController(answers: isExtended ? [0x2003: extended] : [:])
        var advertiser = machine(try advertisement(frame))
        let begun = advertiser.begin(at: start)
        _ = talk(&advertiser, &controller, begun)
        let stop = advertiser.stop(at: start)
        #expect(stop == [.send(isExtended ? [1, 0x39, 0x20, 2, 0, 0] : [1, 0x0A, 0x20, 1, 0])])
        #expect(talk(&advertiser, &controller, stop) == [.stopped])
    }

    @Test func `a controller without credit for a command is given up after the limit`() {
        var machine = machine(.scan(.active))
        _ = machine.begin(at: start)
        let limit = RadioTiming().answer
        // The answer to the reset allows no further command.
        #expect(machine.received([4, 0x0E, 4, 0, 3, 0x0C, 0].span, at: start) == [])
        #expect(machine.deadline == start.advanced(by: limit))
        // Other events change nothing about that.
        #expect(machine.received([4, 0x0E, 4, 0, 0, 0, 0].span, at: start.advanced(by: .seconds(1))) == [])
        #expect(machine.deadline == start.advanced(by: limit))
        guard case .failed(let failure)? = machine.timePassed(to: start.advanced(by: limit)).first else {
            Issue.record("the machine waits on")
            return
        }
        #expect(failure.reason == .noAnswer)
        #expect(machine.deadline == nil)
    }

    @Test func `credit that comes late is used, and a stop without credit ends after the limit`() {
        var (machine, controller) = (machine(.scan(.active)), ScriptedController())
        _ = machine.begin(at: start)
        _ = machine.received([4, 0x0E, 4, 0, 3, 0x0C, 0].span, at: start)
        let credited = machine.received([4, 0x0E, 4, 1, 0, 0, 0].span, at: start)
        #expect(talk(&machine, &controller, credited) == [.becameReady(nil)])
        let limit = RadioTiming().answer
        _ = machine.received([4, 0x0E, 4, 0, 0xFF, 0xFF, 0].span, at: start)
        #expect(machine.stop(at: start) == [])
        #expect(machine.timePassed(to: start.advanced(by: limit)) == [.stopped])
    }

    @Test func `a controller that does not answer is given up after the limit`() {
        var machine = machine(.scan(.active))
        _ = machine.begin(at: start)
        let limit = RadioTiming().answer
        #expect(machine.deadline == start.advanced(by: limit))
        #expect(machine.timePassed(to: start.advanced(by: limit - .milliseconds(1))) == [])
        guard case .failed(let failure)? = machine.timePassed(to: start.advanced(by: limit)).first else {
            Issue.record("the machine waits on")
            return
        }
        #expect(failure.reason == .noAnswer)
        #expect(machine.deadline == nil)
    }

    @Test func `no command is sent without credit`() {
        var machine = machine(.scan(.active))
        _ = machine.begin(at: start)
        let withoutCredit: [UInt8] = [4, 0x0E, 4, 0, 0x03, 0x0C, 0]
        #expect(machine.received(withoutCredit.span, at: start) == [])
        let credit: [UInt8] = [4, 0x0E, 3, 1, 0, 0]
        #expect(machine.received(credit.span, at: start) == [.send([1, 0x01, 0x10, 0])])
    }

    @Test(arguments: [
        (UInt8(0x0C), "0C", BluetoothFailure.Reason.refused), (0x01, "01", .unsupported),
        (0x11, "11", .unsupported),
    ])
    func `a refusal names the command and the error, and an unknown command is unsupported`(
        error: UInt8, digits: String, reason: BluetoothFailure.Reason
    ) {
        var (machine, controller) = (machine(.scan(.active)), ScriptedController(answers: [0x200C: [error]]))
        let begun = machine.begin(at: start)
        let failure = BluetoothFailure(
            reason, "The controller of tcp:x:1 refused enableScan with error 0x\(digits).")
        #expect(talk(&machine, &controller, begun) == [.failed(failure)])
    }

    @Test func `a command status refuses as well`() {
        var machine = machine(.scan(.active))
        _ = machine.begin(at: start)
        let status: [UInt8] = [4, 0x0F, 4, 0x0C, 1, 0x03, 0x0C]
        #expect(machine.received(status.span, at: start).count == 1)
        #expect(machine.deadline == nil)
    }

    @Test func `a controller without low energy is refused`() {
        let features: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
        var (machine, controller) = (machine(.scan(.active)), ScriptedController(answers: [0x1003: features]))
        let begun = machine.begin(at: start)
        guard case .failed(let failure)? = talk(&machine, &controller, begun).first else {
            Issue.record("the controller was taken")
            return
        }
        #expect(failure.reason == .unsupported)
    }

    @Test func `a silence sets the controller up again without a change of the radio`() {
        var (machine, controller) = (machine(.scan(.active)), ScriptedController())
        let begun = machine.begin(at: start)
        _ = talk(&machine, &controller, begun)
        let heard = start.advanced(by: .seconds(10))
        machine.noteReport(at: heard)
        let due = heard.advanced(by: RadioTiming().silence)
        #expect(machine.deadline == due)
        let again = machine.timePassed(to: due)
        #expect(again == [.send([1, 0x0C, 0x20, 2, 0, 0])])
        #expect(talk(&machine, &controller, again) == [])
        #expect(controller.order.suffix(3) == [0x200C, 0x200B, 0x200C])
        #expect(machine.isListening)
    }

    @Test func `a hardware fault ends the work`() {
        var (machine, controller) = (machine(.scan(.active)), ScriptedController())
        let begun = machine.begin(at: start)
        _ = talk(&machine, &controller, begun)
        let fault: [UInt8] = [4, 0x10, 1, 0x42]
        guard case .failed(let failure)? = machine.received(fault.span, at: start).first else {
            Issue.record("the machine goes on")
            return
        }
        #expect(failure.reason == .hardwareFault)
        #expect(machine.received(fault.span, at: start) == [])
    }
}
