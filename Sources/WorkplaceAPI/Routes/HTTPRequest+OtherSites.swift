import HTTPCore

extension HTTPRequest {
    /// Refuses a change that another site asked for, as the browser reports it.
    ///
    /// Programs send neither field, so the rule does not affect them.
    ///
    /// - Throws: A `Problem` with code `csrf`.
    func refuseOtherSites() throws {
        if let site = fields["Sec-Fetch-Site"], site != "same-origin", site != "none" {
            throw Problem.forgeryRefused
        }
        if let origin = fields["Origin"] {
            let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...].lowercased() }
            guard let authority, let host = fields["Host"]?.lowercased(),
                authority == host || isOrigin(authority, of: host, withoutPort: comesThroughProxy)
            else { throw Problem.forgeryRefused }
        }
    }
}

/// Whether an origin matches a host without a port, which some proxies drop, such as nginx with `Host $host`.
///
/// A page on another port of that host still lacks the session's anti-forgery token, and browsers report it as another
/// site.
private func isOrigin(_ authority: String, of host: String, withoutPort: Bool) -> Bool {
    guard withoutPort, authority.hasPrefix(host + ":") else { return false }
    return authority.dropFirst(host.count + 1).utf8.allSatisfy { (48...57).contains($0) }
}

extension Problem {
    static let forgeryRefused = Problem(
        .antiForgery,
        detail:
            "The request did not come from a page of this server, or the page is outdated. Reload the page.")
}
