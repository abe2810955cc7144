import Authorization
import LocationCompatibility

/// Starts the greeter in simulated surroundings: the first time on the morning of a day, afterwards on its evening.
///
/// With `real` as its argument it greets on this machine, with the machine's own radio.
@main struct GreeterProgram {
    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "real" {
            try await greetHere()
        } else {
            try await simulate()
        }
    }

    private static func greetHere() async throws {
        // Asks the person the first time, and lets events come.
        let session = CLServiceSession(authorization: .whenInUse)
        let greeter = await Greeter()
        if await !greeter.recall() { await greeter.addPlaces() }
        try await greeter.greet()
        session.invalidate()
    }

    private static func simulate() async throws {
        // Where the stores are; without a folder, where every program of the person has them.
        let folder = CommandLine.arguments.dropFirst().first
        let surroundings = await Surroundings(
            in: folder, from: SimulatedDay.morning,
            usage: UsageDescriptions(whenInUse: "To greet you where you arrive."),
            recalling: AuthorizationMemory(decision: AuthorizationDecision(.whileUsing)))
        Surroundings.use(surroundings)

        let greeter = await Greeter()
        let wasHere = await greeter.recall()
        if !wasHere { await greeter.addPlaces() }
        async let greetings: Void = greeter.greet()
        await surroundings.whenRead()
        await surroundings.play(SimulatedDay.half(isMorning: !wasHere))
        await surroundings.close()
        try await greetings
    }
}
