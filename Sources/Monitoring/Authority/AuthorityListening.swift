/// Listens to the reasons why nothing may be sensed, the present ones first, until it is dropped.
///
/// Its closure runs while the authority is locked, so it must not call the authority.
final class AuthorityListening: Sendable {
    private let authority: LocationAuthority
    private let number: Int

    init(
        to authority: LocationAuthority, _ tell: @escaping @Sendable (LocationAuthority.Suspension) -> Void
    ) {
        self.authority = authority
        number = authority.add(ReasonsWatch(tell))
    }

    deinit { authority.removeWatch(number) }
}
