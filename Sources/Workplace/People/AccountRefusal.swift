public import Essentials

/// Why the workplace refuses something about accounts, people or screens; nothing has changed.
public enum AccountRefusal: Error, Hashable, Sendable {
    /// The name and the password do not belong together, or the person is shut out.
    case wrongCredentials
    /// Too many wrong tries; further ones are heard after the duration.
    case tooManyTries(retryAfter: Duration)
    /// So many people sign in at the moment that this one has to wait.
    case busy
    /// The password is not one to use.
    case weakPassword(PasswordRule.Refusal)
    /// Another person signs in with this name.
    case nameTaken
    /// A person has this identifier already.
    case personExists(PersonID)
    /// The link was never made, has been used, or has expired.
    case linkInvalid
    /// The installation has an administrator already.
    case alreadySetUp
    /// The act needs a proof of identity of the last ten minutes.
    case proofNeeded
    /// Without this person nobody could administer the installation.
    case lastAdministrator
    /// A role names a café or a site that the campus does not have.
    case unknownPlace(RoleGrant)
    /// There is no such session.
    case unknownSession
    /// There is no such screen, or it is one of the campus file.
    case unknownScreen(DeviceID)
    /// There is no pairing with this code, or it has expired or was decided.
    case unknownCode
    /// The challenge was used, has expired, or was made for another person.
    case passkeyRequestOver
    /// A person has this passkey already.
    case passkeyTaken
    /// The person has as many passkeys as one may have.
    case tooManyPasskeys
    /// The passkey's counter did not grow, so that somebody may have copied it.
    case passkeyCopied
    /// The person has no such passkey.
    case unknownPasskey
    /// Without this passkey the person could not sign in any more.
    case lastWayIn
    /// The code does not let anybody leave this kiosk.
    case wrongExitCode
    /// Too many wrong codes; further ones are heard after the duration.
    case tooManyCodes(retryAfter: Duration)
    /// The badge and the PIN do not belong together, or the person may not order.
    case wrongBadgeOrPIN
    /// Too many wrong PINs in a row; further ones are heard after the duration.
    case tooManyPINs(retryAfter: Duration)
    /// The badge is blocked.
    case badgeBlocked
    /// Another person has a badge of this number.
    case badgeTaken
    /// The person has no badge for kiosks.
    case unknownBadge
}
