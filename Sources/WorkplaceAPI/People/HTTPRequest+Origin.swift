import HTTPCore
import Workplace

extension HTTPRequest {
    /// Where the request comes from, for lists of sessions and for the security log.
    var origin: ClientOrigin {
        ClientOrigin(address: clientAddress, program: fields["User-Agent"].map(Self.program) ?? "")
    }

    private static let programs = [
        // The order matters: most browsers name others as well.
        ("vicinity/", "Vicinity"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// The program and the system that a field `User-Agent` names; empty for others.
    static func program(_ userAgent: String) -> String {
        let program = programs.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        return [program, system].compactMap(\.self).joined(separator: ", ")
    }
}
