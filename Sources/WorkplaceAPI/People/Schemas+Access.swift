import JSON
import Workplace

extension Schemas {
    static let access: [(name: String, schema: JSONValue)] = [
        (
            "SignIn",
            Schema.object(
                [
                    "mode": Schema.oneOf(["demo", "accounts"]),
                    "organisation": Schema.text("The organisation's name."),
                    "people": Schema.list(of: Schema.object(personMembers, about: "Someone to sign in as.")),
                    "devices": Schema.list(
                        of: Schema.object(
                            deviceMembers, optional: screenPlace, about: "A screen to sign in as.")),
                ],
                optional: [
                    "provider": Schema.object(
                        [
                            "name": Schema.text("The name on the button."),
                            "address": Schema.text("Where a browser begins to sign in there."),
                        ], about: "The identity provider, if there is one.")
                ], about: "How one can sign in. Outside the demo nobody is named.")
        ),
        (
            "SessionRequest",
            Schema.object(
                [:],
                optional: [
                    "person": Schema.orNull(Schema.identifier), "device": Schema.orNull(Schema.identifier),
                    "name": Schema.orNull(
                        Schema.text("An e-mail address or a staff number; with `password`.")),
                    "password": Schema.orNull(Schema.text("The password of the account.")),
                    "recoveryCode": Schema.orNull(
                        Schema.text("A recovery code of the account, in place of the password.")),
                    "passkey": Schema.orNull(Schema.named("PasskeyAnswer")),
                    "token": Schema.orNull(
                        Schema.text("The token of a paired device, for which a cookie is given in exchange.")),
                    "bearer": Schema.orNull(
                        Schema.flag("Whether to answer with a token instead of a cookie.")),
                ],
                about:
                    "A name with its password or a recovery code, a passkey, a token, or in the demo a person or a device; one of them."
            )
        ),
        (
            "Session",
            Schema.object(
                [
                    "principal": [
                        "oneOf": [Schema.named("PersonPrincipal"), Schema.named("DevicePrincipal")]
                    ],
                    "csrf": Schema.text("What every change must carry as X-CSRF-Token."),
                    "expiresAt": Schema.time,
                    "demo": Schema.flag("Whether this server is a demo."),
                    "method": Schema.text(
                        "How one signed in: `password`, `passkey`, `provider`, `pairing` or `demo`."),
                ],
                optional: [
                    "token": Schema.text("The bearer token, told this once."),
                    "preferences": Schema.named("Preferences"),
                ], about: "Who is signed in; a person with their preferences.")
        ),
        (
            "SignedOut",
            Schema.object(
                ["continueAt": Schema.text("Where a browser goes to sign out at the identity provider too.")],
                about: "The session has ended here.")
        ),
        ("PersonPrincipal", principal("person", personMembers)),
        ("DevicePrincipal", principal("device", deviceMembers, optional: screenPlace)),
    ]

    private static let personMembers: KeyValuePairs<String, JSONValue> = [
        "id": Schema.identifier, "name": Schema.text("What the person is called."), "roles": roles,
        "grants": grants,
        "locale": Schema.text("How the person reads dates and money, such as `es-UY`."),
        "language": Schema.text("The language of the person's pages."),
    ]

    private static let deviceMembers: KeyValuePairs<String, JSONValue> = [
        "id": Schema.identifier, "name": Schema.name, "role": Schema.oneOf(Role.ofScreens.map(\.rawValue)),
        "roles": roles,
    ]
    /// A screen has one of them.
    private static let screenPlace: KeyValuePairs<String, JSONValue> = [
        "cafe": Schema.identifier, "entrance": Schema.identifier,
    ]

    static let grants = Schema.list(
        of: Schema.text("A role, and where it holds: `cook`, `cook@cafe:NAME` or `manager@site:NAME`."))
    private static let roles = Schema.list(of: Schema.oneOf(Role.allCases.map(\.rawValue)))

    private static func principal(
        _ kind: String, _ members: KeyValuePairs<String, JSONValue>,
        optional: KeyValuePairs<String, JSONValue> = [:]
    ) -> JSONValue {
        var properties: JSONObject = ["kind": Schema.oneOf([kind])]
        for (name, schema) in members { properties[name] = schema }
        let required = properties.members.map { JSONValue.string($0.name) }
        for (name, schema) in optional { properties[name] = schema }
        return [
            "type": "object", "description": .string("A \(kind) that is signed in."),
            "properties": .object(properties),
            "required": .array(required), "additionalProperties": false,
        ]
    }
}
