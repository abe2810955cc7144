import JSON
import WebPush
import Webhooks

/// Why a line is not done: a stable name, and a sentence.
struct Refusal {
    let code: String
    let reason: String

    init(_ error: any Error) {
        reason = "\(error)"
        code =
            switch error {
            case let error as PushSubscriptionError: error.code
            case let error as PushSubjectError: error.code
            case let error as PushMessageError: error.code
            case let error as ContentDecryptionError: error.code
            case let error as WebhookSecretError: error.code
            case let error as WebhookRefusal: error.code
            case let error as CloudEventError: error.code
            default: "line"
            }
    }

    var json: JSONValue { ["refused": .string(code), "reason": .string(reason)] }
}
