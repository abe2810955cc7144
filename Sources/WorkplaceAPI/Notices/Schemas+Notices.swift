import JSON
import Workplace

extension Schemas {
    private static let channelKind = Schema.oneOf(NoticeChannel.Kind.allCases.map(\.rawValue))
    private static let kind = Schema.oneOf(NoticeKind.allCases.map(\.rawValue))
    private static let orderOfChannels: JSONValue = Schema.list(of: channelKind)
    private static let exclusions = Schema.list(
        of: Schema.object(
            ["kind": kind, "channel": channelKind],
            about: "A kind of notice that does not go through a channel."))
    private static let quietHours = Schema.list(
        of: Schema.object(
            [
                "days": Schema.list(of: Schema.oneOf(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])),
                "hours": Schema.text(
                    "Wall-clock times, such as `22:00–07:00`; the end may be on the next day."),
            ], about: "Hours that begin on these days."))
    private static let quietRule = Schema.oneOf(NoticeSettings.QuietRule.allCases.map(\.rawValue))
    private static let detail = Schema.oneOf(NoticeSettings.Detail.allCases.map(\.rawValue))
    private static let number: JSONValue = Schema.integer("How many.")

    static let notices: [(name: String, schema: JSONValue)] = [
        (
            "Notices",
            Schema.object(
                [
                    "asOf": Schema.feedNumber, "now": Schema.time,
                    "unread": Schema.integer("How many notices are unread, also those that are not listed."),
                    "notices": Schema.list(of: Schema.named("Notice")),
                ], about: "Your inbox.")
        ),
        (
            "Notice",
            Schema.object(
                [
                    "id": Schema.identifier, "kind": kind,
                    "tag": Schema.text(
                        "The same for notices of one meaning; a later one replaces the earlier one."),
                    "title": Schema.name, "body": Schema.name,
                    "url": Schema.text("The page that answers it, as a path."), "at": Schema.time,
                    "read": Schema.flag("Whether it was read on any of your devices."),
                    "version": Schema.integer("Counts the notices of this meaning.", minimum: 1),
                ],
                optional: [
                    "order": Schema.identifier, "cafe": Schema.identifier, "reminder": Schema.identifier,
                    "channel": Schema.identifier,
                ], about: "A notice to you.")
        ),
        (
            "UnreadNotices",
            Schema.object(
                ["unread": Schema.integer("How many are not read.")], about: "What is still unread.")
        ),
        (
            "ReadNoticesRequest",
            Schema.object(["upTo": Schema.identifier], about: "The last notice that you have seen.")
        ),
        (
            "NoticeSettingsRequest",
            Schema.object(
                [
                    "order": orderOfChannels, "off": exclusions, "quietHours": quietHours,
                    "inQuietHours": quietRule, "detail": detail,
                ], about: "How notices reach you. The order names each kind of channel once.")
        ),
        (
            "NoticeSettings",
            Schema.object(
                [
                    "order": orderOfChannels, "off": exclusions, "quietHours": quietHours,
                    "inQuietHours": quietRule, "detail": detail, "kinds": Schema.list(of: kind),
                ],
                optional: [
                    "timeZone": Schema.text(
                        "The IANA zone of the quiet hours; without one, that of the place that a notice is about."
                    )
                ], about: "How notices reach you, and the kinds of notices that this server sends.")
        ),
        (
            "NoticeChannels",
            Schema.object(
                [
                    "mail": Schema.flag("Whether this server can send mail."),
                    "channels": Schema.list(of: Schema.named("NoticeChannel")),
                    "removedDigests": Schema.list(
                        of: Schema.text("The digest of a browser that you removed in the last month.")),
                ],
                optional: ["pushKey": Schema.text("The key to which a browser subscribes, as base64url.")],
                about: "Your devices and addresses, in the order in which they were added.")
        ),
        (
            "NoticeChannel",
            Schema.object(
                [
                    "id": Schema.identifier, "kind": channelKind, "label": Schema.text("What you call it."),
                    "state": Schema.oneOf(["working", "unconfirmed", "doubtful", "failing"]),
                    "since": Schema.time,
                ],
                optional: [
                    "lastProof": Schema.time,
                    "failure": Schema.text("The code of the last attempt's failure."),
                    "address": Schema.text("The URL or the e-mail address."),
                    "digest": Schema.text("The SHA-256 digest of a browser's endpoint, in hexadecimal."),
                ], about: "A device or an address at which notices reach you.")
        ),
        (
            "NewNoticeChannel",
            Schema.object(
                ["kind": channelKind],
                optional: [
                    "label": Schema.orNull(Schema.text("What you call it; at most 200 characters.")),
                    "endpoint": Schema.text("Of a push subscription."),
                    "p256dh": Schema.text("The subscription's key, as base64url."),
                    "auth": Schema.text("The subscription's secret, as base64url."),
                    "url": Schema.text("Of a topic of ntfy, or of a Gotify server."),
                    "token": Schema.orNull(Schema.text("With which ntfy or Gotify lets this server in.")),
                    "address": Schema.text("An e-mail address."),
                ],
                about:
                    "A push subscription (endpoint, p256dh, auth), a topic of ntfy (url, token), an application of "
                    + "Gotify (url, token), or an e-mail address (address).")
        ),
        (
            "NoticeChannelChange",
            Schema.object(
                [:],
                optional: [
                    "label": Schema.text("A new name."), "code": Schema.text("The code that was mailed."),
                ],
                about: "One of both.")
        ),
        (
            "PasswordLinkRequest",
            Schema.object(["name": Schema.text("The name with which the person signs in.")], about: "A name.")
        ),
        ("SentNotice", Schema.object(["notice": Schema.identifier], about: "The notice that is on its way.")),
        (
            "NoticeDelivery",
            Schema.object(
                [
                    "channels": Schema.list(
                        of: Schema.object(
                            ["kind": channelKind, "waiting": number, "handedOver": number, "failed": number],
                            optional: [
                                "p99Milliseconds": Schema.integer(
                                    "From the change to the hand-over, for 99 of 100 of the last thousand notices."
                                )
                            ], about: "A kind of channel, in the last day.")),
                    "failures": Schema.list(
                        of: Schema.object(
                            [
                                "id": number, "kind": kind, "channel": channelKind,
                                "person": Schema.text("The name of the person."), "at": Schema.time,
                                "code": Schema.text("Why."), "attempts": number,
                            ], about: "A notice that a channel did not take.")),
                ], about: "The health of the channels.")
        ),
        (
            "Webhooks",
            Schema.object(
                ["webhooks": Schema.list(of: Schema.named("Webhook"))], about: "The oldest first.")
        ),
        ("Webhook", Schema.object(webhook, optional: failure, about: "A system that receives events.")),
        (
            "AddedWebhook",
            Schema.object(
                [
                    "id": Schema.identifier, "label": Schema.text("What people call it."),
                    "url": Schema.text("The address without what may be a secret."), "form": webhookForm,
                    "events": Schema.list(of: webhookEvent),
                    "state": Schema.oneOf(["working", "failing", "disabled"]), "since": Schema.time,
                    "secret": Schema.text("It signs the calls; shown only in this answer."),
                ], optional: failure, about: "A new webhook.")
        ),
        (
            "NewWebhook",
            Schema.object(
                [
                    "label": Schema.text("What people call it."),
                    "url": Schema.text("Where calls go; of Slack, Teams and Home Assistant it is a secret."),
                    "form": webhookForm, "events": Schema.list(of: webhookEvent),
                ], about: "A system that receives events from now on.")
        ),
        (
            "WebhookChange",
            Schema.object(
                [:],
                optional: [
                    "label": Schema.orNull(Schema.text("A new name.")),
                    "events": Schema.orNull(Schema.list(of: webhookEvent)),
                    "state": Schema.orNull(Schema.oneOf(["working", "disabled"])),
                ], about: "What changes.")
        ),
        (
            "WebhookSecret",
            Schema.object(
                ["secret": Schema.text("The new secret; shown only in this answer.")], about: "A secret.")
        ),
        ("WebhookCount", Schema.object(["count": number], about: "How many events are sent.")),
        (
            "WebhookReplay",
            Schema.object(
                ["from": Schema.time, "to": Schema.time], about: "A span of time, both ends included.")
        ),
        (
            "WebhookDeliveries",
            Schema.object(
                [
                    "deliveries": Schema.list(
                        of: Schema.object(
                            [
                                "id": number, "event": Schema.text("The type."), "at": Schema.time,
                                "state": Schema.oneOf(["delivered", "waiting", "failed"]), "attempts": number,
                            ], optional: ["failure": Schema.text("Why the last attempt failed.")],
                            about: "An event for this webhook."))
                ], about: "The last first.")
        ),
    ]

    private static let webhookForm = Schema.oneOf(Webhook.Form.allCases.map(\.rawValue))
    private static let webhookEvent = Schema.oneOf(Webhook.Event.allCases.map(\.rawValue))
    private static let failure: KeyValuePairs<String, JSONValue> = [
        "failure": Schema.text("Why the last call was not taken.")
    ]
    private static let webhook: KeyValuePairs<String, JSONValue> = [
        "id": Schema.identifier, "label": Schema.text("What people call it."),
        "url": Schema.text("The address without what may be a secret."), "form": webhookForm,
        "events": Schema.list(of: webhookEvent), "state": Schema.oneOf(["working", "failing", "disabled"]),
        "since": Schema.time,
    ]
}
