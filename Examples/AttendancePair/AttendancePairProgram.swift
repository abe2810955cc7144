import Authorization
import Foundation
import LocationCompatibility
import Monitoring

/// Starts two simulated devices that share the air: the tablet at the reception, and the phone of an employee.
///
/// With `tablet` or `phone` as its argument it is one of the two on this machine, with the machine's own radio.
@main @MainActor struct AttendancePairProgram {
    private static let uuid = UUID(
        uuid: (0x5A, 0xFE, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x2C))

    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "tablet": await runTablet()
        case "phone": await runPhone()
        default: try await runSimulation()
        }
    }

    private static func runTablet() async {
        let advertiser = Advertiser(CLBeaconRegion(uuid: uuid, identifier: "Reception"))
        await untilKilled()
        withExtendedLifetime(advertiser) {}
    }

    private static func runPhone() async {
        let reminder = Reminder(
            at: CLBeaconRegion(uuid: uuid, identifier: "Reception"), notices: Notices { Date() })
        await untilKilled()
        withExtendedLifetime(reminder) {}
    }

    /// Waits for the end of the process, while delegates are called.
    private static func untilKilled() async {
        // Only the end of the process ends this sleep.
        try? await Task.sleep(for: .seconds(Int32.max))
    }

    private static func runSimulation() async throws {
        let folder = CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory()
        let day = Notices.nextDay()
        let air = SimulatedAir()
        let tablet = await Surroundings(
            in: folder + "/tablet", from: SimulatedOffice.start(day: day), usage: UsageDescriptions(),
            transmitter: SimulatedOffice.reception.map { air.transmitter(at: $0) })
        let advertiser = await Surroundings.using(tablet) {
            Advertiser(CLBeaconRegion(uuid: uuid, identifier: "Reception"))
        }
        await tablet.settle()

        let phone = await Surroundings(
            in: folder + "/phone", from: SimulatedOffice.start(day: day),
            usage: UsageDescriptions(
                whenInUse: "To remind you at the door.",
                always: "To remind you at the door, also in your pocket."),
            recalling: AuthorizationMemory(decision: AuthorizationDecision(.always)))
        let reminder = await Surroundings.using(phone) {
            Reminder(
                at: CLBeaconRegion(uuid: uuid, identifier: "Reception"),
                notices: Notices { phone.now })
        }
        await phone.play(SimulatedOffice.walk(day: day), in: air)
        await phone.close()
        withExtendedLifetime((advertiser, reminder)) {}
    }
}
