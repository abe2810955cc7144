import HTTPCore
import WebAuthn
import Workplace

// Accounts, people and screens.
extension ProblemKind {
    static let wrongCredentials = ProblemKind(
        .unprocessableContent, "wrong-credentials", title: "Name or password wrong",
        "The name and the password do not belong together. It is not said which of them is wrong.")
    static let tooManyTries = ProblemKind(
        .tooManyRequests, "too-many-tries", "Too many wrong passwords. Retry-After says when to go on.",
        retryAfter: .seconds(60))
    static let signInBusy = ProblemKind(
        .serviceUnavailable, "sign-in-busy", title: "Many people sign in",
        "More people sign in at the moment than the server can check. Try again in a few seconds.",
        retryAfter: .seconds(5))
    static let weakPassword = ProblemKind(
        .unprocessableContent, "weak-password", title: "Password easy to guess",
        "The password is too short, too common, or holds the name. The field error says which.")
    static let nameTaken = ProblemKind(
        .conflict, "name-taken", title: "Name taken", "Another person signs in with this name.")
    static let personExists = ProblemKind(
        .conflict, "person-exists", title: "Person exists", "A person has this identifier already.")
    static let linkInvalid = ProblemKind(
        .gone, "link-invalid", title: "Link does not work",
        "The link was used, has expired, or was replaced by a later one. Ask for another.")
    static let alreadySetUp = ProblemKind(
        .conflict, "already-set-up", title: "Set up already",
        "This installation has an administrator. Sign in.")
    static let proofNeeded = ProblemKind(
        .forbidden, "proof-needed", title: "Show who you are",
        "This act needs a sign-in of the last ten minutes. POST a password or a passkey to /api/v1/session/proof and repeat it."
    )
    static let lastAdministrator = ProblemKind(
        .conflict, "last-administrator", title: "Last administrator",
        "Without this person nobody could administer the installation. Make another administrator first.")
    static let unknownPlace = ProblemKind(
        .unprocessableContent, "unknown-place", title: "Unknown place",
        "A role names a site or a café that the campus does not have.")
    static let unknownSession = ProblemKind(
        .notFound, "unknown-session", title: "No such session", "The session has ended or never was.")
    static let unknownScreen = ProblemKind(
        .notFound, "unknown-screen", title: "No such screen",
        "No screen of that name was paired. Screens of the campus file are removed there.")
    static let unknownCode = ProblemKind(
        .notFound, "unknown-code", title: "No such code",
        "No screen shows this code. It may have expired; the screen then shows another one.")
    static let wrongExitCode = ProblemKind(
        .unprocessableContent, "wrong-exit-code", title: "Code wrong",
        "This is not the code of the kiosk. The page Screens shows it to managers of the café.")
    static let tooManyCodes = ProblemKind(
        .tooManyRequests, "too-many-codes", "Too many wrong codes. Retry-After says when to go on.",
        retryAfter: .seconds(60))
    static let wrongBadgeOrPIN = ProblemKind(
        .unprocessableContent, "wrong-badge-or-pin", title: "Badge or PIN wrong",
        "The number of the badge and the PIN do not belong together. It is not said which of them is wrong.")
    static let tooManyPINs = ProblemKind(
        .tooManyRequests, "too-many-pins",
        "Five wrong PINs in a row, of one badge or at one kiosk. Retry-After says when to go on.",
        retryAfter: .seconds(300))
    static let badgeBlocked = ProblemKind(
        .forbidden, "badge-blocked", title: "Badge blocked",
        "The badge is blocked. Its person, or those who hand out badges, can unblock it.")
    static let badgeTaken = ProblemKind(
        .conflict, "badge-taken", title: "Somebody's badge", "Another person has set a badge of this number.")
    static let unknownBadge = ProblemKind(
        .notFound, "unknown-badge", title: "No such badge", "The person has no badge for kiosks.")
    static let passkeyRefused = ProblemKind(
        .unprocessableContent, "passkey-refused", title: "Passkey refused",
        "The answer of the browser does not prove the passkey. Begin again.")
    static let passkeyRequestOver = ProblemKind(
        .gone, "passkey-request-over", title: "Begin again",
        "The request for the passkey was used or is older than five minutes. Begin again.")
    static let passkeyTaken = ProblemKind(
        .conflict, "passkey-taken", title: "Passkey is there", "This passkey has been added already.")
    static let tooManyPasskeys = ProblemKind(
        .conflict, "too-many-passkeys", title: "Too many passkeys",
        "You have as many passkeys as one person may have. Remove one first.")
    static let passkeyCopied = ProblemKind(
        .forbidden, "passkey-copied", title: "Passkey may be copied",
        "The passkey counted backwards, so somebody may have copied it. Sign in by your password and remove it."
    )
    static let unknownPasskey = ProblemKind(
        .notFound, "unknown-passkey", title: "No such passkey", "You have no such passkey.")
    static let lastWayIn = ProblemKind(
        .conflict, "last-way-in", title: "Last way in",
        "Without this passkey you could not sign in any more. Add another one or a password first.")

    static let accounts = [
        wrongCredentials, tooManyTries, signInBusy, weakPassword, nameTaken, personExists, linkInvalid,
        alreadySetUp, proofNeeded, lastAdministrator, unknownPlace, unknownSession, unknownScreen,
        unknownCode,
        wrongExitCode, tooManyCodes, passkeyRefused, passkeyRequestOver, passkeyTaken, tooManyPasskeys,
        passkeyCopied,
        unknownPasskey, lastWayIn, passkeysUnavailable, wrongBadgeOrPIN, tooManyPINs, badgeBlocked,
        badgeTaken,
        unknownBadge,
    ]
}

extension AccountRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension Problem {
    fileprivate init(_ refusal: AccountRefusal) {
        switch refusal {
        case .wrongCredentials:
            self.init(.wrongCredentials, detail: "The name and the password do not belong together.")
        case .tooManyTries(let wait):
            self.init(.tooManyTries, detail: "Too many wrong passwords.")
            retryAfter = wait
        case .busy:
            self.init(.signInBusy, detail: "Many people sign in at the moment. Try again in a few seconds.")
            retryAfter = .seconds(5)
        case .weakPassword(let reason):
            self.init(
                .weakPassword, detail: reason.sentence,
                errors: [FieldError(pointer: "/password", code: reason.rawValue, detail: reason.sentence)])
        case .nameTaken: self.init(.nameTaken, detail: "Another person signs in with this name.")
        case .personExists(let id): self.init(.personExists, detail: "There is a person \(id) already.")
        case .linkInvalid:
            self.init(
                .linkInvalid, detail: "This link was used, has expired, or was replaced by a later one.")
        case .alreadySetUp:
            self.init(.alreadySetUp, detail: "This installation has an administrator already.")
        case .proofNeeded:
            self.init(
                .proofNeeded, detail: "Show once more who you are; your last proof is older than ten minutes."
            )
        case .lastAdministrator:
            self.init(
                .lastAdministrator, detail: "Without this person nobody could administer the installation.")
        case .unknownPlace(let grant):
            self.init(
                .unknownPlace, detail: "There is no place of the role \(grant).",
                errors: [FieldError(pointer: "/roles", code: "value", detail: "\(grant) names no place.")])
        case .unknownSession: self.init(.unknownSession, detail: "There is no such session.")
        case .unknownScreen(let id): self.init(.unknownScreen, detail: "No paired screen is called \(id).")
        case .unknownCode: self.init(.unknownCode, detail: "No screen shows this code.")
        case .passkeyRequestOver:
            self.init(.passkeyRequestOver, detail: "The request for the passkey is over. Begin again.")
        case .passkeyTaken: self.init(.passkeyTaken, detail: "This passkey has been added already.")
        case .tooManyPasskeys:
            self.init(
                .tooManyPasskeys, detail: "You have \(PasskeyService.perPerson) passkeys. Remove one first.")
        case .passkeyCopied:
            self.init(.passkeyCopied, detail: "The passkey counted backwards; somebody may have copied it.")
        case .unknownPasskey: self.init(.unknownPasskey, detail: "You have no such passkey.")
        case .lastWayIn:
            self.init(.lastWayIn, detail: "Without this passkey you could not sign in any more.")
        case .wrongExitCode: self.init(.wrongExitCode, detail: "This is not the kiosk's code.")
        case .tooManyCodes(let wait):
            self.init(.tooManyCodes, detail: "Too many codes were tried.")
            retryAfter = wait
        case .wrongBadgeOrPIN:
            self.init(.wrongBadgeOrPIN, detail: "The badge and the PIN do not belong together.")
        case .tooManyPINs(let wait):
            self.init(.tooManyPINs, detail: "Five wrong PINs were typed in a row.")
            retryAfter = wait
        case .badgeBlocked: self.init(.badgeBlocked, detail: "This badge is blocked.")
        case .badgeTaken: self.init(.badgeTaken, detail: "Another person has a badge of this number.")
        case .unknownBadge: self.init(.unknownBadge, detail: "There is no badge for kiosks.")
        }
    }
}

extension PasskeyRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(.passkeyRefused, detail: description) }
}

extension PasswordRule.Refusal {
    fileprivate var sentence: String {
        switch self {
        case .tooShort: "The password needs at least \(PasswordRule.minimumLength) characters."
        case .tooLong: "The password has more than \(PasswordRule.maximumByteCount) bytes."
        case .tooCommon: "Many people use this password, or it is a simple row."
        case .holdsName: "The password holds the name with which the person signs in."
        }
    }
}
