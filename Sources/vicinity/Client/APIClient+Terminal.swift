import Essentials
import WorkplaceClient

extension APIClient {
    /// Makes the client of a command, which says who it is and which language the person reads.
    ///
    /// - Throws: ``CommandFailure`` for what is not an address.
    init(ofTerminal server: String) throws(CommandFailure) {
        do {
            try self.init(
                server: server, userAgent: "vicinity/\(Vicinity.version)",
                language: TerminalLanguage.tag.description)
        } catch {
            throw CommandFailure(error.description, exitCode: 2)
        }
    }
}
