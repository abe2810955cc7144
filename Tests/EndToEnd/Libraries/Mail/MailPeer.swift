import Foundation
import Outgoing

/// Composes, sends and reads mail as the lines of its input say, one JSON object for each, and prints what came of it.
@main struct MailPeer {
    struct Command: Decodable {
        var send: Message?
        var compose: Message?
        /// How many times the message is sent at the same time.
        var times: Int?
        /// Reads the mailbox; reports are printed, and the one at this position is not handled.
        var readButFailAt: Int?
    }

    struct Message: Decodable {
        var to: String
        var toName: String?
        var fromName: String?
        var subject: String
        var text: String
        var html: String?
        var fields: [String: String]?
    }

    struct Options: Decodable {
        var server: String?
        var user: String?
        var password: String?
        var seconds: Double?
        var allowedHosts: [String]?
        var authorities: String?
        var mailbox: String?
        var sizeLimit: Int?
        var messageLimit: Int?
    }

    struct NotHandled: Error {}

    static func main() async throws {
        let options = try JSONDecoder().decode(Options.self, from: Data(CommandLine.arguments[1].utf8))
        let limit = Duration.milliseconds(Int((options.seconds ?? 60) * 1000))
        var sender: MailSender?
        if let server = options.server {
            sender = try MailSender(
                .init(
                    server: server, user: options.user, password: options.password, timeLimit: limit,
                    allowedHosts: Set(options.allowedHosts ?? []), authorities: options.authorities,
                    ownName: "vicinity.example"))
        }
        var mailbox: BounceMailbox?
        if let url = options.mailbox {
            mailbox = try BounceMailbox(
                .init(
                    mailbox: url, password: options.password ?? "", timeLimit: limit,
                    sizeLimit: options.sizeLimit ?? 1 << 18, messageLimit: options.messageLimit ?? 100,
                    allowedHosts: Set(options.allowedHosts ?? []), authorities: options.authorities))
        }
        while let line = readLine() {
            let command = try JSONDecoder().decode(Command.self, from: Data(line.utf8))
            if let message = command.compose {
                say(["bytes": Data(try message.composed.bytes).base64EncodedString()])
            } else if let message = command.send, let sender {
                let composed = try message.composed
                await withTaskGroup(of: MailOutcome.self) { group in
                    for _ in 0..<(command.times ?? 1) { group.addTask { await sender.send(composed) } }
                    for await outcome in group { say(outcome.told) }
                }
            } else if let mailbox {
                await read(mailbox, failAt: command.readButFailAt)
            }
        }
    }

    private static func read(_ mailbox: BounceMailbox, failAt: Int?) async {
        var count = 0
        do {
            let reading = try await mailbox.readUnseen { report in
                defer { count += 1 }
                if count == failAt { throw NotHandled() }
                say([
                    "original": report.originalMessageIdentifier ?? "",
                    "address": report.recipients[0].address,
                    "status": report.recipients[0].status?.description ?? "",
                    "permanent": report.recipients[0].isPermanentFailure,
                ])
            }
            say([
                "messages": reading.messageCount, "reports": reading.reportCount, "more": reading.hasMore,
            ])
        } catch let error as OutgoingError {
            say(["error": error.code])
        } catch {
            say(["error": "\(error)"])
        }
    }

    private static func say(_ values: [String: Any]) {
        let data = try? JSONSerialization.data(withJSONObject: values)
        FileHandle.standardOutput.write((data ?? Data()) + Data("\n".utf8))
    }
}

extension MailPeer.Message {
    var composed: MailMessage {
        get throws {
            try MailMessage(
                from: NamedMailAddress(MailAddress("vicinity@campus.example"), name: fromName ?? ""),
                to: NamedMailAddress(MailAddress(to), name: toName ?? ""), subject: subject, text: text,
                html: html, secondsSince1970: 1_795_000_000, messageIdentifier: "one@campus.example",
                language: "de",
                fields: (fields ?? [:]).sorted { $0.key < $1.key }.map { MailMessage.Field($0.key, $0.value) }
            )
        }
    }
}

extension MailOutcome {
    var told: [String: Any] {
        switch self {
        case .handedOver(let reply): ["outcome": code, "code": reply.code, "text": reply.text]
        case .refused(let refusal):
            [
                "outcome": code, "code": refusal.reply.code, "step": refusal.step.rawValue,
                "status": refusal.reply.status?.description ?? "",
            ]
        case .retryLater(.asked(let step, let reply)):
            ["outcome": code, "code": reply.code, "step": step.rawValue]
        case .retryLater(.failed): ["outcome": code]
        }
    }
}
