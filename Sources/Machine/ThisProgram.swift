import Foundation

/// The program that runs in this process.
package enum ThisProgram {
    /// The path of the executable, without symbolic links; it identifies the program to the person.
    package static let path: String = {
        // The system keeps the link while the process exists; without it, only the name that was called is known.
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return link ?? CommandLine.arguments.first ?? "program"
    }()

    /// The variable that tells a program that the service started it, so that it runs in the background.
    package static let backgroundVariable = "VICINITY_BACKGROUND"
    /// The variable that names the Bluetooth adapter of this machine.
    package static let adapterVariable = "VICINITY_ADAPTER"

    /// Whether an event started the program, and not a person.
    package static var isInBackground: Bool {
        ProcessInfo.processInfo.environment[backgroundVariable] == "1"
    }
}
