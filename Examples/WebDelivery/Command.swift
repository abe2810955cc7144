import Cryptography
import Foundation
import JSON

/// What a line asks for; its member `do` names it.
enum Command {
    case push(PushCommand)
    case webhook(WebhookCommand)

    init?(_ line: JSONReader) {
        guard let name = line["do"].string() else { return nil }
        switch name {
        case "key": self = .push(.makeKey)
        case "receiver": self = .push(.makeReceiver)
        case "request":
            guard let order = PushOrder(line) else { return nil }
            self = .push(.request(order))
        case "encrypt":
            guard let subscription = line["subscription"].value(), let text = line.content("text") else {
                return nil
            }
            self = .push(.encrypt(subscription: subscription, text: text))
        case "decrypt":
            guard let key = line["key"].bytes(), let auth = line["auth"].bytes(),
                let body = line["body"].bytes()
            else { return nil }
            self = .push(.decrypt(key: key, auth: auth, body: body))
        default:
            guard let command = WebhookCommand(name, line) else {
                line["do"].note(.value, "must be a command that README.md lists")
                return nil
            }
            self = .webhook(command)
        }
    }

    func answer() throws -> JSONValue {
        switch self {
        case .push(let command): try command.answer()
        case .webhook(let command): try command.answer()
        }
    }
}

extension JSONReader {
    /// Bytes in base64url.
    func bytes() -> [UInt8]? { text(as: Base64URL.decode, "must be base64url without padding") }

    /// A text of the name, or bytes in base64url of the name with `Bytes` behind it.
    func content(_ name: String) -> [UInt8]? {
        if let bytes = self["\(name)Bytes"].optional { return bytes.bytes() }
        return self[name].string().map { Array($0.utf8) }
    }

    /// The time in seconds since 1970; now, if the line does not say.
    func time() -> Int64? {
        guard let time = self["at"].optional else { return Int64(Date.now.timeIntervalSince1970) }
        return time.integer(in: 0...253_402_300_799)
    }
}
