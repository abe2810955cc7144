import Authorization

/// A session on the program's behalf while it reads events or positions (L103); it ends when it is dropped.
final class ReadingSession: Sendable {
    private let authority: LocationAuthority
    private let number: ServiceSessionNumber

    init(of authority: LocationAuthority) {
        self.authority = authority
        number = authority.begin(.reading)
    }

    deinit { authority.end(number) }
}
