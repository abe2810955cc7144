import JSON
import Webhooks

/// Commands about webhooks and their events.
enum WebhookCommand {
    typealias Header = [(name: String, value: String)]

    case makeSecret
    case sign(secrets: [String], id: WebhookID, time: Int64, body: [UInt8])
    case verify(secrets: [String], header: Header, time: Int64, body: [UInt8])
    case write(event: JSONValue, isBinary: Bool)
    case read(CloudEventMessage)

    init?(_ name: String, _ line: JSONReader) {
        switch name {
        case "secret": self = .makeSecret
        case "sign":
            let secrets = line["secrets"].array(count: 1...10) { $0.string() }
            let id = line["id"].text(as: { WebhookID($0) }, "must be a name without a full stop")
            guard let secrets, let id, let time = line.time(), let body = line.content("body") else {
                return nil
            }
            self = .sign(secrets: secrets, id: id, time: time, body: body)
        case "verify":
            let secrets = line["secrets"].array(count: 1...10) { $0.string() }
            guard let secrets, let header = Self.header(line), let time = line.time(),
                let body = line.content("body")
            else { return nil }
            self = .verify(secrets: secrets, header: header, time: time, body: body)
        case "write":
            let form = line["form"].text(as: Form.init, "must be structured or binary")
            guard let event = line["event"].value(), let form else { return nil }
            self = .write(event: event, isBinary: form == .binary)
        case "read":
            guard let header = Self.header(line), let body = line.content("body") else { return nil }
            self = .read(CloudEventMessage(header: header, body: body))
        default: return nil
        }
    }

    private enum Form: String {
        case structured, binary
    }

    private static func header(_ line: JSONReader) -> Header? {
        line["header"].members { name, value in value.string().map { (name, $0) } }
    }

    func answer() throws -> JSONValue {
        switch self {
        case .makeSecret: return ["secret": .string(try WebhookSecret().text)]
        case .sign(let secrets, let id, let time, let body):
            let signer = WebhookSigner(try secrets.map { try WebhookSecret($0) })
            return ["header": .header(signer.header(id: id, at: time, body: body))]
        case .verify(let secrets, let header, let time, let body):
            let verifier = WebhookVerifier(try secrets.map { try WebhookSecret($0) })
            return ["id": .string(try verifier.verify(header: header, body: body, at: time).text)]
        case .write(let event, let isBinary):
            let event = try CloudEvent(Self.structured(event.bytes))
            let message = isBinary ? event.binary : event.structured
            return ["header": .header(message.header), "bodyBytes": .base64URL(message.body)]
        case .read(let message):
            return ["event": try JSONValue(parsing: CloudEvent(message).structured.body)]
        }
    }

    private static func structured(_ body: [UInt8]) -> CloudEventMessage {
        CloudEventMessage(header: [("Content-Type", "application/cloudevents+json")], body: body)
    }
}
