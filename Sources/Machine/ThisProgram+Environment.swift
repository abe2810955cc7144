import Foundation
package import Processes

extension ThisProgram {
    /// The variable that tells a program that the service started it, so that it runs in the background.
    package static let backgroundVariable = "VICINITY_BACKGROUND"
    /// The variable that names the Bluetooth adapter of this machine.
    package static let adapterVariable = "VICINITY_ADAPTER"

    /// Whether an event started the program, and not a person.
    package static var isInBackground: Bool {
        ProcessInfo.processInfo.environment[backgroundVariable] == "1"
    }
}
