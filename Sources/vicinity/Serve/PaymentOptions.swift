import CommandLineArguments
import Foundation
import Outgoing
import Tracing
import Workplace

/// The options of `vicinity serve` about payments by card, and the provider that they make.
enum PaymentOptions {
    static let secretKey = Option(
        "stripe-secret-key", value: "FILE",
        "A file with the secret key of Stripe, which only its owner may read; people can then pay by card.",
        kind: .file)
    private static let publishableKey = Option(
        "stripe-publishable-key", value: "KEY",
        "The publishable key of Stripe, which the page that pays shows.")
    static let webhookSecret = Option(
        "stripe-webhook-secret", value: "FILE",
        "A file with the signing secret of Stripe's webhook to /api/v1/payments/stripe/webhook.", kind: .file)
    static let url = Option(
        "stripe-url", value: "URL", "The address of Stripe's API.", default: StripeProvider.address)
    static let script = Option(
        "stripe-script", value: "URL", "The address of Stripe's script for the page that pays.",
        default: StripeProvider.script)

    static let all = [secretKey, publishableKey, webhookSecret, url, script]

    /// How long a call to the provider may take; a person may be waiting meanwhile.
    private static let timeLimit: Duration = .seconds(8)

    /// The provider that the arguments describe; `nil` if they describe none.
    ///
    /// - Throws: ``CommandFailure`` and `UsageError` for arguments that do not fit together.
    static func provider(_ arguments: ParsedArguments, tracer: Tracer?) throws -> (any PaymentProvider)? {
        switch (arguments[secretKey], arguments[publishableKey], arguments[webhookSecret]) {
        case (nil, nil, nil): return nil
        case (let secretKey?, let publishableKey?, let webhookSecret?):
            let address = try origin(of: url, arguments)
            let scriptOrigin = try origin(of: script, arguments)
            guard publishableKey.hasPrefix("pk_") else {
                throw UsageError.malformedValue(
                    publishableKey, of: "--stripe-publishable-key", expected: "a key that begins with pk_")
            }
            return StripeProvider(
                address: address, secretKey: try SecretFile(secretKey, of: "secret key").text,
                webhookSecret: try SecretFile(webhookSecret, of: "webhook secret").text,
                page: page(publishableKey, script: try arguments.text(script), scriptOrigin, address),
                transport: transport(to: address, tracer))
        default:
            throw CommandFailure(
                "--stripe-secret-key, --stripe-publishable-key and --stripe-webhook-secret go together.",
                exitCode: 2)
        }
    }

    /// What the page that pays may load: Stripe's own script shows pages of more hosts than its own.
    private static func page(
        _ key: String, script: String, _ scriptOrigin: String, _ address: String
    ) -> ProviderPage {
        let isStripe = scriptOrigin == "https://js.stripe.com"
        return ProviderPage(
            provider: "stripe", publishableKey: key, script: script,
            scriptOrigins: isStripe ? [scriptOrigin, "https://*.js.stripe.com"] : [scriptOrigin],
            callOrigins: [address],
            frameOrigins: isStripe
                ? [scriptOrigin, "https://*.js.stripe.com", "https://hooks.stripe.com"] : [scriptOrigin])
    }

    /// Scheme, host and port of the address that an option gives.
    static func origin(of option: Option, _ arguments: ParsedArguments) throws -> String {
        let text = try arguments.text(option)
        guard let url = URLComponents(string: text), let scheme = url.scheme, let host = url.host,
            !host.isEmpty, scheme == "https" || isThisMachine(host) && scheme == "http", url.user == nil,
            url.query == nil, url.fragment == nil,
            text.utf8.allSatisfy({
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",")
            })
        else {
            throw UsageError.malformedValue(
                text, of: "--\(option.name)", expected: "an HTTPS address, such as https://api.stripe.com")
        }
        return "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "127.0.0.1" || host == "localhost" || host == "[::1]"
    }

    /// Calls go to the provider's own host wherever it is: the operator has named it.
    private static func transport(to address: String, _ tracer: Tracer?) -> PaymentTransport {
        let host = URLComponents(string: address)?.host?.lowercased() ?? ""
        var configuration = OutgoingClient.Configuration(timeLimit: timeLimit, allowedHosts: [host])
        configuration.tracing = tracer.map { CallTracing($0, service: "payments") }
        let outgoing = OutgoingClient(configuration)
        return { call in
            let response = try await outgoing.send(
                OutgoingRequest(call.body.map { .post($0) } ?? .get, call.url, header: call.header))
            return PaymentAnswer(status: response.status, body: response.body)
        }
    }
}
