import Authorization
import Monitoring
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServiceSessionTests {
    @Test func `L101 a session asks, and its diagnostics tell how it stands`() async throws {
        let authority = LocationAuthority.deciding()
        let session = ServiceSession(.whenInUse, of: authority)
        var diagnostics = session.diagnostics.makeAsyncIterator()
        #expect(await diagnostics.next() == .authorizationRequestInProgress)
        try authority.answer(.refuse, to: try #require(authority.prompt))
        #expect(await diagnostics.next() == .authorizationDenied)
        authority.set(.whileUsing)
        #expect(await diagnostics.next() == [])
        authority.setInUse(false)
        #expect(await diagnostics.next() == .insufficientlyInUse)
    }

    @Test func `L102 a session ends when nobody holds it`() {
        let authority = LocationAuthority.deciding(.always)
        var sessions = [ServiceSession(.always, of: authority), ServiceSession(.always, of: authority)]
        authority.setInUse(false)
        #expect(authority.diagnostics.isEmpty)
        sessions.removeLast()
        #expect(authority.diagnostics.isEmpty)
        sessions.removeLast()
        #expect(authority.diagnostics == .insufficientlyInUse)
    }

    @Test func `L107 a background activity goes on where a permission while in use ends`() async {
        let authority = LocationAuthority.deciding(.whileUsing)
        let session = BackgroundActivitySession(of: authority)
        var diagnostics = session.diagnostics.makeAsyncIterator()
        #expect(await diagnostics.next() == [])
        authority.setInUse(false)
        #expect(authority.diagnostics.isEmpty)
        session.invalidate()
        #expect(authority.diagnostics == .insufficientlyInUse)
    }

    @Test func `L103 reading events takes a session, and ending it gives it back`() async throws {
        let authority = LocationAuthority.deciding()
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office")
            #expect(authority.prompt == nil)
            for try await event in monitor.events {
                #expect(event.authorizationRequestInProgress)
                #expect(authority.prompt == .whenInUse(explanation: "For the menu."))
                break
            }
            try authority.dismiss(try #require(authority.prompt))
            authority.setInUse(false)
            authority.setInUse(true)
            #expect(authority.prompt == nil)
        }
    }
}
