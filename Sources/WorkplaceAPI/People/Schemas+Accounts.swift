import JSON
import Workplace

extension Schemas {
    static let signInAccounts: [(name: String, schema: JSONValue)] = [
        (
            "ProofRequest",
            Schema.object(
                [:],
                optional: ["password": password, "passkey": Schema.named("PasskeyAnswer")],
                about: "Your password, or a passkey of yours.")
        ),
        (
            "PasskeyRequest",
            Schema.object(
                [
                    "request": Schema.text("Names the request; the answer repeats it."),
                    "options": credential("Options for the browser (WebAuthn, as JSON)."),
                ], about: "What a browser needs for a passkey.")
        ),
        (
            "PasskeyAnswer",
            Schema.object(
                ["request": Schema.text("The name of the request."), "credential": credential(answer)],
                about: "The browser's answer.")
        ),
        (
            "NewPasskey",
            Schema.object(
                [
                    "name": name, "request": Schema.text("The name of the request."),
                    "credential": credential(answer),
                ], about: "A passkey that a browser made.")
        ),
        (
            "Passkeys",
            Schema.object(
                [
                    "passkeys": Schema.list(
                        of: Schema.object(
                            [
                                "id": Schema.text("The credential's identifier in base64url."), "name": name,
                                "addedAt": Schema.time,
                                "backedUp": Schema.flag("Whether it is copied to other devices of yours."),
                            ], optional: ["usedAt": Schema.time], about: "A passkey.")),
                    "password": Schema.flag("Whether you have a password too."),
                ], about: "The oldest first.")
        ),
        ("PasskeyName", Schema.object(["name": name], about: "Another name for a passkey.")),
        (
            "RecoveryCodes",
            Schema.object(
                ["left": Schema.integer("How many have not been used.")], optional: ["madeAt": Schema.time],
                about: "What is left of your recovery codes.")
        ),
        (
            "NewRecoveryCodes",
            Schema.object(
                ["codes": Schema.list(of: Schema.text("Such as `7F3K-09XQ-M2VD-HB5T`."))],
                about: "New recovery codes; each works once.")
        ),
        ("LinkRequest", Schema.object(["token": token], about: "The token of a link.")),
        (
            "SetUpNeed",
            Schema.object(
                ["campus": Schema.flag("Whether the set-up has to bring a campus.")],
                about: "What a set-up needs besides the administrator.")
        ),
        (
            "SetUpRequest",
            Schema.object(
                ["administrator": administrator],
                optional: [
                    "outline": Schema.orNull(outline),
                    "campus": Schema.orNull([
                        "type": "object", "additionalProperties": true, "description": "A campus file.",
                    ]),
                ], about: "The first administrator, and where there is no campus an outline of one or a file."
            )
        ),
        (
            "SetUpPasskeyRequest",
            Schema.object(
                ["name": name, "signInName": signInName], about: "For whom the passkey is made.")
        ),
        (
            "SetUpDone",
            Schema.object(["signedIn": Schema.flag("Always true.")], about: "The administrator is signed in.")
        ),
        (
            "Invitation",
            Schema.object(
                ["name": name, "signInName": signInName, "language": language],
                about: "The person who may set a password.")
        ),
        (
            "InvitationRequest",
            Schema.object(["token": token, "password": password], about: "The new password.")
        ),
        (
            "PasswordRequest",
            Schema.object(
                ["password": password],
                optional: ["endOthers": Schema.orNull(Schema.flag("Whether your other sessions end."))],
                about: "Your new password.")
        ),
        ("Sessions", Schema.object(["sessions": Schema.list(of: session)], about: "The latest first.")),
        ("People", Schema.object(["people": Schema.list(of: person), "roles": roles], about: "By name.")),
        (
            "NewPerson",
            Schema.object(
                ["name": name, "signInName": signInName, "roles": grants, "language": language],
                optional: [
                    "locale": Schema.orNull(language),
                    "balances": Schema.orNull(Schema.list(of: Schema.named("Money"))),
                ], about: "Somebody who gets an account.")
        ),
        (
            "PersonChange",
            Schema.object(
                [:],
                optional: [
                    "name": Schema.orNull(name), "signInName": Schema.orNull(signInName),
                    "roles": Schema.orNull(grants), "language": Schema.orNull(language),
                    "locale": Schema.orNull(language),
                    "suspended": Schema.orNull(Schema.flag("Whether the person is shut out.")),
                ], about: "What changes; the rest stays.")
        ),
        (
            "Invited",
            Schema.object(
                [
                    "person": Schema.identifier,
                    "link": Schema.text(
                        "The address on this server to give to the person; no other answer shows it."),
                    "expiresAt": Schema.time,
                    "mailed": Schema.flag("Whether it was mailed to the person too."),
                ],
                optional: ["mailFailure": Schema.text("Why the mail server did not take it: a code.")],
                about: "A link with which a person sets a password.")
        ),
        ("SecurityLog", Schema.object(["entries": Schema.list(of: entry)], about: "The latest first.")),
        (
            "DeviceAuthorizationRequest",
            Schema.object(["client_id": purpose], about: "A device that wants a code.")
        ),
        (
            "DeviceAuthorization",
            Schema.object(
                [
                    "device_code": Schema.text("What the device shows when it asks."),
                    "user_code": Schema.text("What the device shows to people."),
                    "verification_uri": Schema.text("Where people type it."),
                    "verification_uri_complete": Schema.text("The same with the code."),
                    "expires_in": Schema.integer("Seconds until the code ends."),
                    "interval": Schema.integer("Seconds between two questions."),
                ], about: "RFC 8628, section 3.2.")
        ),
        (
            "DeviceTokenRequest",
            Schema.object(
                [
                    "grant_type": Schema.oneOf(["urn:ietf:params:oauth:grant-type:device_code"]),
                    "client_id": purpose, "device_code": Schema.text("The device's code."),
                ], about: "RFC 8628, section 3.4.")
        ),
        (
            "DeviceToken",
            Schema.object(
                [
                    "access_token": Schema.text("The bearer token, told this once."),
                    "token_type": Schema.oneOf(["Bearer"]),
                ],
                optional: [
                    "expires_in": Schema.integer(
                        "Seconds until the token ends; a gateway's key does not end."),
                    "gateway": Schema.identifier,
                ], about: "RFC 6749, section 5.1.")
        ),
        (
            "OAuthError",
            Schema.object(
                [
                    "error": Schema.oneOf([
                        "invalid_request", "invalid_client", "unsupported_grant_type",
                        "authorization_pending",
                        "slow_down", "access_denied", "expired_token",
                    ])
                ], optional: ["error_description": Schema.text("More about the error, for logs.")],
                about: "RFC 6749, section 5.2.")
        ),
        (
            "BackChannelLogout",
            Schema.object(
                ["logout_token": Schema.text("Which sessions end, signed by the provider.")],
                about: "OpenID Connect Back-Channel Logout 1.0, section 2.5.")
        ),
        (
            "Pairing",
            Schema.object(
                [
                    "code": Schema.text("The code."), "purpose": purpose,
                    "program": Schema.text("The device's program and system; empty when it does not say."),
                    "address": Schema.text("The address that the device asked from."), "askedAt": Schema.time,
                    "expiresAt": Schema.time,
                    "proved": Schema.flag("Whether you showed within ten minutes who you are."),
                    "cafes": Schema.list(
                        of: Schema.object(
                            ["id": Schema.identifier, "name": Schema.text("What it is called.")],
                            about: "A café whose screens you manage.")),
                    "entrances": Schema.list(
                        of: Schema.object(
                            [
                                "id": Schema.identifier, "name": Schema.text("What it is called."),
                                "siteName": Schema.text("The site to which it leads."),
                            ], about: "An entrance whose tablets you manage.")),
                ],
                optional: [
                    "gateways": Schema.list(
                        of: Schema.object(
                            [
                                "id": Schema.identifier, "siteName": Schema.text("The site."),
                                "spotName": Schema.text("The spot where it hangs."),
                                "hasKey": Schema.flag("Whether it has a key, which a pairing replaces."),
                            ], about: "A gateway that you manage."))
                ], about: "A device that waits for an approval.")
        ),
        (
            "PairingApproval",
            Schema.object(
                [:],
                optional: [
                    "name": Schema.orNull(name), "cafe": Schema.orNull(Schema.identifier),
                    "entrance": Schema.orNull(Schema.identifier),
                    "gateway": Schema.orNull(Schema.identifier),
                ],
                about:
                    "What a screen is called and where it is, or which gateway a device is; empty for a terminal."
            )
        ),
        ("Screens", Schema.object(["screens": Schema.list(of: screen)], about: "By café and name.")),
    ]

    private static let answer = "The answer of the browser (WebAuthn, as JSON)."
    private static func credential(_ about: String) -> JSONValue {
        ["type": "object", "additionalProperties": true, "description": .string(about)]
    }

    private static let password = Schema.text("A password.")
    private static let token: JSONValue = [
        "type": "string", "minLength": 1, "maxLength": 256,
        "description": "What stands behind # in the link.",
    ]
    private static let name: JSONValue = [
        "type": "string", "minLength": 1, "maxLength": 100,
        "description": "What the person or thing is called.",
    ]
    private static let signInName: JSONValue = [
        "type": "string", "minLength": 1, "maxLength": 128,
        "description": "An e-mail address or a staff number.",
    ]
    private static let language = Schema.languageTag("Such as `ja` or `pt-BR`.")
    private static let purpose = Schema.oneOf(Pairing.Purpose.allCases.map(\.rawValue))
    private static let roles = Schema.list(of: Schema.oneOf(Role.ofPeople.map(\.rawValue)))
    private static let administrator = Schema.object(
        ["name": name, "signInName": signInName, "language": language],
        optional: [
            "password": Schema.orNull(password), "passkey": Schema.orNull(Schema.named("NewPasskey")),
        ],
        about: "The first administrator, with a password or a passkey.")
    private static let outline = Schema.object(
        [
            "organisation": name, "language": language, "site": name,
            "timeZone": Schema.text("Such as `Europe/Berlin`."),
            "latitude": ["type": "number", "minimum": -90, "maximum": 90],
            "longitude": ["type": "number", "minimum": -180, "maximum": 180], "cafe": name,
            "currency": Schema.text("The code of ISO 4217, such as `EUR`."),
        ], about: "An organisation with one site and one café.")
    private static let session = Schema.object(
        [
            "id": Schema.text("Names the session; it lets nobody in."),
            "method": Schema.oneOf(["demo", "password", "passkey", "recovery-code", "provider", "pairing"]),
            "program": Schema.text("The program and its system; empty when it did not say."),
            "address": Schema.text("Where it was opened."), "openedAt": Schema.time, "usedAt": Schema.time,
            "expiresAt": Schema.time, "present": Schema.flag("Whether it is the session of this request."),
        ], about: "A session.")
    private static let person = Schema.object(
        [
            "id": Schema.identifier, "name": Schema.text("What the person is called."), "roles": grants,
            "language": language, "locale": language,
            "suspended": Schema.flag("Whether the person is shut out."),
            "canSignIn": Schema.flag("Whether the person has a way to sign in."),
            "invited": Schema.flag("Whether a link waits with which the person can set a password."),
        ], optional: ["signInName": signInName], about: "A person.")
    private static let entry = Schema.object(
        [
            "number": Schema.integer("Counts up."), "at": Schema.time,
            "kind": Schema.oneOf(SecurityEvent.Kind.allCases.map(\.rawValue)),
            "address": Schema.text("Where the request came from."),
            "detail": Schema.text("What else is to be known; never a secret."),
        ],
        optional: [
            "actor": Schema.text("Who did it, such as `person:ada`."),
            "subject": Schema.text("Whom it was done to."),
        ], about: "An entry of the security log.")
    private static let screen = Schema.object(
        [
            "id": Schema.identifier, "name": Schema.text("What it is called."),
            "purpose": Schema.oneOf(Role.ofScreens.map(\.rawValue)),
            "placeName": Schema.text("What its café or entrance is called."), "pairedAt": Schema.time,
            "pairedBy": Schema.text("Who paired it; empty when they have left."),
        ],
        optional: [
            "cafe": Schema.identifier, "entrance": Schema.identifier,
            "siteName": Schema.text("The site to which the entrance leads."), "heardAt": Schema.time,
            "exitCode": Schema.text("The code by which staff leave a kiosk; other screens have none."),
        ], about: "A paired screen, with its `cafe` or its `entrance`.")
}
