import CommandLineArguments
import Essentials
import Outgoing
import Tracing
import Workplace

/// The options of `vicinity serve` about how notices leave this machine.
enum NoticeOptions {
    private static let contact = Option(
        "notice-contact", value: "URL",
        "Whom push services may contact about this server: an https: address or mailto:. By default the public URL if it "
            + "is https."
    )
    private static let host = Option(
        "outgoing-host", value: "HOST",
        "A host that may be in the private network or without TLS, for notices and webhooks, such as ntfy.example.lan.",
        repeats: true)

    static let all = [contact, host] + MailOptions.all

    /// How long a call may take; nobody waits for it.
    private static let timeLimit: Duration = .seconds(10)
    /// How many calls may be under way: so many that a few servers that do not answer leave places for others.
    private static let callLimit = 512
    /// The contact of a demo, whose pushes nobody complains about.
    private static let demoContact = "mailto:demo@vicinity.example"

    /// How notices leave this machine.
    ///
    /// - Parameters:
    ///   - arguments: The command line and the settings file.
    ///   - mail: The mail server.
    ///   - origin: The address that people open.
    ///   - isDemo: Whether this is a demo.
    ///   - tracer: Records the calls; `nil` for nothing.
    /// - Returns: The transport.
    static func transport(
        _ arguments: ParsedArguments, mail: MailOptions?, origin: String, isDemo: Bool, tracer: Tracer?
    ) -> NoticeTransport {
        let hosts = hosts(arguments)
        var configuration = OutgoingClient.Configuration(
            timeLimit: timeLimit, sizeLimit: 64 * 1_024, allowedHosts: hosts,
            userAgent: "vicinity/\(Vicinity.version)", callLimit: callLimit)
        configuration.tracing = tracer.map { CallTracing($0, service: "notices") }
        let outgoing = OutgoingClient(configuration)
        let usual = isUsable(origin) ? origin : isDemo ? demoContact : nil
        return NoticeTransport(
            origin: origin, contact: arguments[contact] ?? usual, plainHosts: hosts, call: caller(outgoing),
            mail: mail.map { mailer($0, origin) })
    }

    private static func mailer(
        _ mail: MailOptions, _ origin: String
    ) -> @Sendable (NoticeMail) async -> NoticeMailAnswer {
        { await mail.send($0, origin: origin, at: Int(Installation.now().millisecondsSinceEpoch / 1_000)) }
    }

    /// Refuses a contact that push services would refuse, and a host that no address can have.
    ///
    /// - Throws: ``CommandFailure``.
    static func check(_ arguments: ParsedArguments) throws {
        for host in arguments.all(host)
        where host.wholeMatch(of: #/[A-Za-z0-9._\-]+|\[[0-9A-Fa-f:.]+\]/#) == nil {
            throw CommandFailure(
                "--outgoing-host \(host) cannot be used. It must be a host alone, such as ntfy.example.lan, 10.0.0.5 or [fd00::17].",
                exitCode: 2)
        }
        guard let contact = arguments[contact] else { return }
        do throws(NoticeContactError) { try NoticeTransport.check(contact: contact) } catch {
            throw CommandFailure("--notice-contact \(contact) cannot be used. \(error)", exitCode: 2)
        }
    }

    /// Whether push services accept an address as the contact; a server without a name of its own cannot send pushes.
    private static func isUsable(_ origin: String) -> Bool {
        do throws(NoticeContactError) { try NoticeTransport.check(contact: origin) } catch { return false }
        return true
    }

    /// Hosts that may be in the private network or without TLS.
    static func hosts(_ arguments: ParsedArguments) -> Set<String> {
        Set(arguments.all(host).map { $0.lowercased() })
    }

    private static func caller(_ client: OutgoingClient) -> @Sendable (NoticeCall) async -> NoticeAnswer {
        { call in
            do throws(OutgoingError) {
                let answer = try await client.send(
                    OutgoingRequest(.post(call.body), call.url, header: call.header))
                return .answered(status: answer.status, retryAfter: answer["retry-after"])
            } catch {
                switch error {
                case .url, .header, .addressNotAllowed: return .refused(code: error.code)
                default: return .failed(code: error.code)
                }
            }
        }
    }
}
