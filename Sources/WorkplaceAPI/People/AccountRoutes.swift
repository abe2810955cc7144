import Essentials
import HTTPCore
import JSON
import Workplace

/// A person's own password and sessions.
struct AccountRoutes: Sendable {
    let services: WorkplaceServices
    let streams: FeedStreams

    var routes: [APIRoute] { [password, sessions, endingOne, endingOthers] }

    private var password: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/password", access: .provedPerson,
            operation: Operation(
                id: "changePassword",
                summary: "Changes your password, and ends your other sessions if you want.",
                tag: .signIn, body: "PasswordRequest", success: .empty,
                problems: [.weakPassword, .wrongCredentials, .signInBusy])
        ) { request, caller in
            let (password, endsOthers) = try request.body { reader -> (String, Bool)? in
                reader.refuseUnknownMembers(except: ["password", "endOthers"])
                let password = reader["password"].string(length: 0...PasswordRule.maximumByteCount)
                let endsOthers = reader["endOthers"].optional.map { $0.boolean() } ?? .some(false)
                guard let password, let endsOthers else { return nil }
                return (password, endsOthers)
            }
            let ended = try await services.accounts.changePassword(
                of: caller.person.id, to: password,
                endingOthersThan: endsOthers ? caller.session.tokenDigest : nil, from: request.http.origin)
            end(ended)
            return HTTPResponse(.noContent)
        }
    }

    private var sessions: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/sessions", access: .personWithSession,
            operation: Operation(
                id: "listSessions", summary: "Where you are signed in.", tag: .signIn,
                success: .json("Sessions"))
        ) { _, caller in
            let sessions = try await services.sessions.sessions(of: .person(caller.person.id))
            var json = JSONWriter()
            json.object { json in
                json.member("sessions") { json in
                    json.array { json in
                        for (session, usedAt) in sessions {
                            json.session(
                                session, usedAt: usedAt,
                                isPresent: session.tokenDigest == caller.session.tokenDigest)
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var endingOne: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/sessions/{session}", access: .personWithSession,
            operation: Operation(
                id: "endOneSession", summary: "Ends one of your sessions.", tag: .signIn, success: .empty,
                problems: [.unknownSession])
        ) { request, caller in
            let owner = Session.Owner.person(caller.person.id)
            end(
                try await services.sessions.end(
                    request.parameters["session"], of: owner, by: owner, from: request.http.clientAddress))
            return HTTPResponse(.noContent)
        }
    }

    private var endingOthers: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/sessions", access: .personWithSession,
            operation: Operation(
                id: "endOtherSessions", summary: "Ends your sessions but for the present one.", tag: .signIn,
                success: .empty)
        ) { request, caller in
            let owner = Session.Owner.person(caller.person.id)
            end(
                try await services.sessions.end(
                    nil, of: owner, except: caller.session.tokenDigest, by: owner,
                    from: request.http.clientAddress))
            return HTTPResponse(.noContent)
        }
    }

    private func end(_ digests: [[UInt8]]) {
        services.sessions.forget(digests)
        for digest in digests { streams.endStreams(ofSessionWith: digest) }
    }
}

extension JSONWriter {
    fileprivate mutating func session(_ session: Session, usedAt: Timestamp, isPresent: Bool) {
        object { json in
            json.member("id", session.handle)
            json.member("method", session.method.rawValue)
            json.member("program", session.origin.program)
            json.member("address", session.origin.address)
            json.member("openedAt", session.openedAt)
            json.member("usedAt", usedAt)
            json.member("expiresAt", session.expiresAt)
            json.member("present", isPresent)
        }
    }
}
