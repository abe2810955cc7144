import Essentials

/// Counts wrong passwords, by account and address, so that guessing takes too long and nobody can lock out another person.
///
/// An address that the person used before has a count of its own for the account; all others share one.
final class SignInTries: Sendable {
    /// How many wrong passwords one address may try for one account in a minute.
    static let perAccountAndAddress = 5
    /// How many wrong passwords all addresses that are new to an account may try for it together in a minute.
    static let perAccount = 15
    /// How many wrong passwords one address may try for all accounts in a minute.
    static let perAddress = 60
    private static let namesAtMost = 10_000

    private let pairs = MinuteLimit(perAccountAndAddress, namesAtMost: namesAtMost)
    private let accounts = MinuteLimit(perAccount, namesAtMost: namesAtMost)
    private let addresses = MinuteLimit(perAddress, namesAtMost: namesAtMost)

    /// Counts a try before the password is checked.
    ///
    /// - Parameters:
    ///   - name: The account.
    ///   - address: Where the try comes from.
    ///   - isKnown: Whether the person has used the address before.
    ///   - time: The present time.
    /// - Throws: ``AccountRefusal/tooManyTries(retryAfter:)``.
    func add(_ name: SignInName, from address: String, isKnown: Bool, at time: Timestamp)
        throws(AccountRefusal)
    {
        var counted: [(MinuteLimit, String)] = []
        var limits = [(addresses, address), (pairs, Self.pair(name, address))]
        if !isKnown { limits.append((accounts, name.text)) }
        for (limit, key) in limits {
            if let wait = limit.add(key, at: time) {
                for (limit, key) in counted { limit.takeBack(key) }
                throw .tooManyTries(retryAfter: wait)
            }
            counted.append((limit, key))
        }
    }

    /// Takes a try back that was right.
    func takeBack(_ name: SignInName, from address: String, isKnown: Bool) {
        addresses.takeBack(address)
        pairs.takeBack(Self.pair(name, address))
        if !isKnown { accounts.takeBack(name.text) }
    }

    private static func pair(_ name: SignInName, _ address: String) -> String { "\(name.text) \(address)" }
}
