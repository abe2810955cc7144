import Outgoing
import WorkplaceAPI

/// Tries the address at which the other nodes reach this one.
enum NodeTrial {
    /// What answers at an address.
    enum Outcome: Equatable, Sendable {
        /// A server of Vicinity; the name of its process, which earlier versions do not say.
        case server(process: String?)
        /// A server of Vicinity that refuses requests from this machine or under that name, with its code.
        case refused(code: String)
        /// Another program.
        case otherProgram
        /// A server whose certificate this machine does not trust.
        case untrusted
        /// Nothing, with the reason.
        case nothing(String)

        /// Whether a server of Vicinity answers, also one that refuses the request.
        var isOfVicinity: Bool {
            switch self {
            case .server, .refused: true
            case .otherProgram, .untrusted, .nothing: false
            }
        }
    }

    private static let timeLimit: Duration = .seconds(2)
    private static let pause: Duration = .seconds(1)
    private static let interval: Duration = .seconds(60)

    /// Asks who answers at an address.
    static func outcome(at url: String) async -> Outcome {
        let client = OutgoingClient(
            OutgoingClient.Configuration(
                timeLimit: timeLimit, sizeLimit: 64 << 10, allowedHosts: [PublicURL.host(of: url)]))
        defer { client.close() }
        do throws(OutgoingError) {
            let answer = try await client.send(OutgoingRequest(.get, url + "/healthz"))
            return outcome(
                status: answer.status, process: answer[OperationHeader.process.lowercased()],
                body: String(decoding: answer.body, as: UTF8.self))
        } catch {
            return error == .tls ? .untrusted : .nothing(error.description)
        }
    }

    static func outcome(status: Int, process: String?, body: String) -> Outcome {
        if status == 200, body.contains(#"{"status":"ok"}"#) { return .server(process: process) }
        let codes = ["https-needed", "misdirected-request"]
        return codes.first { body.contains("\"\($0)\"") }.map { .refused(code: $0) } ?? .otherProgram
    }

    /// What is wrong with an address, and what to do.
    struct Warning: Equatable, Sendable, CustomStringConvertible {
        /// Without a period.
        let finding: String
        let advice: String

        var description: String { "\(finding). \(advice)" }
    }

    /// What to do about a wrong address.
    static let advice = "Say with --node-url where other nodes reach this one."
    /// How to make nodes trust a certificate.
    static let trust =
        "Use one that the system trusts for that name, or put the certificate of its issuer into /usr/local/share/ca-certificates "
        + "of each node and run update-ca-certificates."

    /// What an operator should know of an outcome.
    ///
    /// - Parameters:
    ///   - outcome: What answers.
    ///   - url: The address.
    ///   - process: The name of the process that should answer; `nil` when it is not known.
    /// - Returns: What is wrong; `nil` when the address leads to this process, or may.
    static func warning(of outcome: Outcome, at url: String, process: String?) -> Warning? {
        let place = "\(url), where other nodes look for this one"
        switch outcome {
        case .server(let found):
            guard found == process else {
                return Warning(finding: "Another server of Vicinity answers at \(place)", advice: advice)
            }
        case .otherProgram:
            return Warning(
                finding: "Another program than Vicinity answers at \(place)", advice: advice)
        case .untrusted:
            return Warning(finding: "This machine does not trust the certificate at \(place)", advice: trust)
        case .nothing(let reason):
            let sentence = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
            return Warning(finding: "No server answers at \(place): \(sentence)", advice: advice)
        case .refused(code: "misdirected-request"):
            return Warning(
                finding:
                    "The server with --demo answers this machine only, so other nodes cannot reach it at \(url)",
                advice: "Serve without --demo.")
        // Plain HTTP is for trusted proxies, and this machine need not be one of its own.
        case .refused: break
        }
        guard NodeName.isUnspecified(PublicURL.host(of: url)) else { return nil }
        return Warning(finding: "Nodes on other machines cannot reach this one at \(url)", advice: advice)
    }

    /// Asks each minute, and writes a line when something is wrong with the address and when it is right again.
    static func watch(_ url: String, process: String) async {
        var last: Warning?
        while !Task.isCancelled {
            var found = warning(of: await outcome(at: url), at: url, process: process)
            if found != nil {
                // A busy server may miss one request.
                do { try await Task.sleep(for: pause) } catch { return }
                found = warning(of: await outcome(at: url), at: url, process: process)
            }
            if Task.isCancelled { return }
            if let found, found != last { Terminal.error("\(found)", level: .warning) }
            if found == nil, last != nil {
                Terminal.error("This server answers at \(url) now.", level: .information)
            }
            last = found
            do { try await Task.sleep(for: interval) } catch { return }
        }
    }
}
