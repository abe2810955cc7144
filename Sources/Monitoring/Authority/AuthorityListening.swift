/// Rings a bell when what an authority allows changes, until it is dropped.
final class AuthorityListening: Sendable {
    private let authority: LocationAuthority
    private let number: Int

    init(to authority: LocationAuthority, ringing bell: Doorbell) {
        self.authority = authority
        number = authority.add(BellWatch(bell))
    }

    deinit { authority.removeWatch(number) }
}
