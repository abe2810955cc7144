import Authorization

/// The session that reading events or positions takes on the program's behalf (L103); it ends when it is dropped.
final class ReadingSession: Sendable {
    private let authority: LocationAuthority
    private let number: ServiceSessionNumber

    init(of authority: LocationAuthority) {
        self.authority = authority
        number = authority.begin(.reading)
    }

    deinit { authority.end(number) }
}
