import CommandLineArguments
import Essentials
import Outgoing
import Workplace

/// The options of `vicinity serve` about the mail server, and what they make.
struct MailOptions: Sendable {
    private static let server = Option(
        "mail-server", value: "URL",
        "The server that takes mail: smtp://HOST:587 with STARTTLS, or smtps://HOST:465. Without one no mail is sent."
    )
    private static let from = Option(
        "mail-from", value: "ADDRESS", "The address that mail comes from, such as vicinity@example.org.")
    private static let user = Option(
        "mail-user", value: "NAME", "The user that the mail server knows this server by.")
    static let password = Option(
        "mail-password", value: "FILE", "A file with that user's password, which only its owner may read.",
        kind: .file)
    private static let bounces = Option(
        "bounce-mailbox", value: "URL",
        "A mailbox with delivery reports, such as imaps://USER@HOST/INBOX. Addresses that bounce are not used any more."
    )
    static let bouncePassword = Option(
        "bounce-password", value: "FILE", "A file with the password of that mailbox.", kind: .file)

    static let all = [server, from, user, password, bounces, bouncePassword]

    private let sender: MailSender
    private let from: NamedMailAddress
    /// The mailbox of delivery reports; `nil` without one.
    let bounces: BounceReader?

    /// Reads the options; `nil` without a mail server.
    ///
    /// - Throws: ``CommandFailure`` and `UsageError` for options that do not fit together.
    init?(_ arguments: ParsedArguments, allowedHosts: Set<String>) throws {
        guard let address = arguments[Self.server] else {
            guard let other = Self.all.first(where: { arguments[$0] != nil }) else { return nil }
            throw CommandFailure("--\(other.name) needs --mail-server.", exitCode: 2)
        }
        for (option, needed) in [
            (Self.server, Self.from), (Self.password, Self.user), (Self.bouncePassword, Self.bounces),
        ]
        where arguments[option] != nil && arguments[needed] == nil {
            throw CommandFailure("--\(option.name) needs --\(needed.name).", exitCode: 2)
        }
        do throws(MailAddressError) {
            from = NamedMailAddress(
                try MailAddress(arguments[Self.from] ?? "", allowedDomains: allowedHosts), name: "Vicinity")
        } catch {
            throw CommandFailure(
                "--mail-from must be the address that mail comes from. \(error)", exitCode: 2)
        }
        let password = try arguments[Self.password].map { try SecretFile($0, of: "password").text }
        do throws(OutgoingError) {
            sender = try MailSender(
                MailSender.Configuration(
                    server: address, user: arguments[Self.user], password: password,
                    allowedHosts: allowedHosts))
        } catch {
            throw CommandFailure(
                "--mail-server \(address) cannot be used. It must be smtp://HOST:587 or smtps://HOST:465, and --mail-user needs "
                    + "--mail-password. \(error)", exitCode: 2)
        }
        bounces = try Self.mailbox(arguments, allowedHosts).map(BounceReader.init)
    }

    private static func mailbox(_ arguments: ParsedArguments, _ allowedHosts: Set<String>) throws
        -> BounceMailbox?
    {
        guard let address = arguments[bounces] else { return nil }
        guard let file = arguments[bouncePassword] else {
            throw CommandFailure("--bounce-mailbox needs --bounce-password.", exitCode: 2)
        }
        let password = try SecretFile(file, of: "password").text
        do throws(OutgoingError) {
            return try BounceMailbox(
                BounceMailbox.Configuration(mailbox: address, password: password, allowedHosts: allowedHosts))
        } catch {
            throw CommandFailure(
                "--bounce-mailbox \(address) cannot be used. It must be imaps://USER@HOST/INBOX. \(error)",
                exitCode: 2)
        }
    }

    /// Hands a mail over.
    ///
    /// - Parameters:
    ///   - mail: The mail.
    ///   - origin: The address that people open.
    ///   - secondsSince1970: The present time.
    /// - Returns: The answer of the mail server.
    func send(_ mail: NoticeMail, origin: String, at secondsSince1970: Int) async -> NoticeMailAnswer {
        let message: MailMessage
        do { message = try self.message(mail, origin, secondsSince1970) } catch {
            return .refused(code: "mail-malformed")
        }
        let outcome = await sender.send(message)
        return switch outcome {
        case .handedOver: .handedOver
        case .refused(let refusal):
            refusal.concernsRecipient ? .bounced(code: outcome.code) : .refused(code: outcome.code)
        case .retryLater: .failed(code: outcome.code)
        }
    }

    private func message(_ mail: NoticeMail, _ origin: String, _ time: Int) throws -> MailMessage {
        let link = mail.path.map { origin + $0 }
        // Without it, mail programs show Arabic from left to right.
        let direction = mail.language.isRightToLeft ? "rtl" : "ltr"
        let text = mail.text + (link.map { "\n\n\(mail.linkText): \($0)" } ?? "") + "\n"
        let paragraphs = mail.text.split(separator: "\n").map { "<p>\(Self.escaped(String($0)))</p>" }
        let anchor =
            link.map { "<p><a href=\"\(Self.escaped($0))\">\(Self.escaped(mail.linkText))</a></p>" } ?? ""
        var fields = [MailMessage.Field("Auto-Submitted", "auto-generated")]
        if mail.isNotice {
            fields.append(MailMessage.Field("List-Unsubscribe", "<\(origin)/notice-settings>"))
        }
        return try MailMessage(
            from: from, to: NamedMailAddress(try MailAddress(mail.to)), subject: mail.subject, text: text,
            html: "<div lang=\"\(mail.language)\" dir=\"\(direction)\">\(paragraphs.joined())\(anchor)</div>",
            secondsSince1970: time,
            messageIdentifier: "\(mail.name)@\(from.address.domain)", language: mail.language.description,
            fields: fields)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

/// Reads the mailbox of delivery reports.
struct BounceReader: Sendable {
    /// The mailbox could not be read.
    private struct Failure: Error, CustomStringConvertible {
        let reason: any Error

        var description: String { "The mailbox of --bounce-mailbox was not read. \(reason)" }
    }

    /// The time between two looks into the mailbox.
    private static let interval: Duration = .seconds(60)

    let mailbox: BounceMailbox

    /// Reads delivery reports until the surrounding task is cancelled.
    func read(_ notices: NoticeService, report: @Sendable (any Error) -> Void) async {
        while !Task.isCancelled {
            do {
                let reading = try await mailbox.readUnseen { bounce in
                    guard bounce.recipients.contains(where: \.isPermanentFailure),
                        let name = bounce.originalMessageIdentifier?.split(separator: "@").first
                    else { return }
                    try await notices.mailBounced(String(name))
                }
                if reading.hasMore { continue }
            } catch is CancellationError { return } catch { report(Failure(reason: error)) }
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }
}
