import Authorization
import Foundation
import LocationCompatibility
import Monitoring

/// Starts the café finder in simulated surroundings, with a person who allows what is asked.
///
/// With `real` as its argument it finds cafés with this machine's own radio, and asks the person in the terminal.
@main @MainActor struct CafeBeaconsProgram {
    static func main() async throws {
        let preference = Preference()
        if let cafe = preference.cafe {
            print("Your café: \(cafe.name), \(cafe.priceText) a meal.")
        }
        if CommandLine.arguments.dropFirst().first == "real" {
            await findHere(preference)
        } else {
            try await simulate(preference)
        }
    }

    private static func findHere(_ preference: Preference) async {
        let finder = finder(keeping: preference) { Date() }
        finder.start()
        // Only the end of the process ends this sleep.
        try? await Task.sleep(for: .seconds(Int32.max))
        withExtendedLifetime(finder) {}
    }

    private static func finder(keeping preference: Preference, now: @escaping () -> Date) -> CafeFinder {
        CafeFinder(proximityUUID: Cafe.uuid) { major, minor in
            guard let cafe = Cafe.at(major, minor) else { return }
            let pickup = now().addingTimeInterval(900)
            print("\(cafe.name): \(cafe.priceText), ready at \(cafe.timeText(pickup)).")
            preference.keep(cafe)
        }
    }

    private static func simulate(_ preference: Preference) async throws {
        let day = preference.nextDay()
        // On a device it is the system that remembers what the person allowed.
        let memory = AuthorizationMemory(decision: AuthorizationDecision(day == 0 ? .undecided : .whileUsing))
        let surroundings = await Surroundings(
            in: CommandLine.arguments.dropFirst().first, from: SimulatedLunch.start(day: day),
            usage: UsageDescriptions(whenInUse: "To show the menu of the café in which you stand."),
            recalling: memory)
        Surroundings.use(surroundings)

        let finder = finder(keeping: preference) { surroundings.now }
        await surroundings.settle()
        finder.start()
        if let prompt = surroundings.authority.prompt {
            print("The person allows it.")
            try surroundings.authority.answer(.allowWhileUsing, to: prompt)
        }
        await surroundings.settle()
        await surroundings.play(SimulatedLunch.walk(day: day))
        await surroundings.close()
        withExtendedLifetime(finder) {}
    }
}
