import Cryptography
import Essentials
import HTTPCore
import JSON
import Workplace

/// The devices and addresses at which notices reach a person.
struct NoticeChannelRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [recovering, list, adding, changing, removing, testing, mailing] }

    private var recovering: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/password-links",
            operation: Operation(
                id: "mailPasswordLink",
                summary:
                    "Mails a link with which somebody sets a new password, if the name is the e-mail address of an account. The answer "
                    + "is the same if it is not.",
                tag: .signIn, body: "PasswordLinkRequest", success: .empty,
                problems: [.mailNotConfigured, .tooManyMailCodes])
        ) { request in
            let name = try request.body { reader -> SignInName? in
                reader.refuseUnknownMembers(except: ["name"])
                return reader["name"].text(as: SignInName.init, "must be an e-mail address or a staff number")
            }
            try services.notices.accountMails.recover(name, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
    }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/notices/channels", access: .person,
            operation: Operation(
                id: "listNoticeChannels",
                summary: "Your devices and addresses for notices, and what this server can send.",
                tag: .notices,
                success: .json("NoticeChannels"))
        ) { _, person in
            let channels = try await services.notices.channels(of: person.id)
            let removed = try await services.notices.removedBrowsers(of: person.id)
            let time = services.now()
            var json = JSONWriter(capacity: 1_024)
            json.object { json in
                if let key = services.notices.pushKey { json.member("pushKey", key) }
                json.member("mail", services.notices.canMail)
                json.member("removedDigests") { json in
                    json.array { json in for digest in removed { json.string(digest) } }
                }
                json.member("channels") { json in
                    json.array { json in for channel in channels { json.channel(channel, at: time) } }
                }
            }
            return .json(json.bytes)
        }
    }

    private var adding: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/notices/channels", access: .person,
            operation: Operation(
                id: "addNoticeChannel",
                summary:
                    "Adds a device or an address; the same address again changes it, and shows that a browser is alive.",
                tag: .notices, body: "NewNoticeChannel", success: .json("NoticeChannel", .created),
                // The address was there already.
                otherAnswers: [(.ok, "NoticeChannel")],
                problems: NoticeChannelRefusal.kinds)
        ) { request, person in
            let body = try request.body(NewNoticeChannel.init)
            let (channel, isNew) = try await services.notices.add(
                body.address, label: body.label, for: person)
            return answer(channel, isNew ? .created : .ok)
        }
    }

    private var changing: APIRoute {
        APIRoute(
            method: .patch, pattern: "/api/v1/notices/channels/{channel}", access: .person,
            operation: Operation(
                id: "changeNoticeChannel",
                summary:
                    "Renames a device or an address, or confirms an e-mail address by the code that was mailed.",
                tag: .notices, body: "NoticeChannelChange", success: .json("NoticeChannel"),
                problems: [.unknownChannel, .wrongCode, .tooManyMailCodes])
        ) { request, person in
            let id = try request.channel()
            let change = try request.body(NoticeChannelChange.init)
            let channel =
                switch change {
                case .label(let label): try await services.notices.rename(id, to: label, by: person.id)
                case .code(let code): try await services.notices.confirm(id, code: code, by: person.id)
                }
            return answer(channel, .ok)
        }
    }

    private var removing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/notices/channels/{channel}", access: .person,
            operation: Operation(
                id: "removeNoticeChannel",
                summary: "Removes a device or an address; nothing more is sent there.",
                tag: .notices, success: .empty, problems: [.unknownChannel])
        ) { request, person in
            try await services.notices.remove(try request.channel(), by: person.id)
            return HTTPResponse(.noContent)
        }
    }

    private var testing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/notices/channels/{channel}/test", access: .person,
            operation: Operation(
                id: "testNoticeChannel", summary: "Sends one notice to this device or address alone.",
                tag: .notices, success: .json("SentNotice", .accepted),
                problems: [.unknownChannel, .tooManyTests])
        ) { request, person in
            let notice = try await services.notices.test(try request.channel(), by: person.id)
            var json = JSONWriter()
            json.object { $0.member("notice", notice.rawValue) }
            var response = HTTPResponse.json(json.bytes)
            response.status = .accepted
            return response
        }
    }

    private var mailing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/notices/channels/{channel}/code", access: .person,
            operation: Operation(
                id: "mailNoticeCode", summary: "Mails a new code, with which you confirm the address.",
                tag: .notices, success: .empty,
                problems: [.unknownChannel, .mailNotConfigured, .mailFailed, .tooManyMailCodes])
        ) { request, person in
            try await services.notices.mailCode(for: try request.channel(), to: person)
            return HTTPResponse(.noContent)
        }
    }

    private func answer(_ channel: NoticeChannel, _ status: HTTPStatus) -> HTTPResponse {
        var json = JSONWriter()
        json.channel(channel, at: services.now())
        var response = HTTPResponse.json(json.bytes)
        response.status = status
        return response
    }
}

extension APIRequest {
    fileprivate func channel() throws -> NoticeChannelID {
        try identifier(
            "channel", orThrow: Problem(.unknownChannel, detail: "You have no such device or address."))
    }
}

extension JSONWriter {
    fileprivate mutating func channel(_ channel: NoticeChannel, at time: Timestamp) {
        object { json in
            json.member("id", channel.id.rawValue)
            json.member("kind", channel.address.kind.rawValue)
            json.member("label", channel.label)
            json.member("state", channel.state(at: time).rawValue)
            json.member("since", channel.since)
            json.member("lastProof", optional: channel.proof)
            if let failure = channel.failure { json.member("failure", failure) }
            switch channel.address {
            case .push: if let digest = channel.address.browserDigest { json.member("digest", digest) }
            case .mail(let address): json.member("address", address)
            case .ntfy(let url, _), .gotify(let url, _): json.member("address", url)
            }
        }
    }
}

/// The body of a request that adds a channel.
private struct NewNoticeChannel {
    let address: NoticeChannel.Address
    let label: String?

    init?(_ reader: JSONReader) {
        label = reader["label"].optional?.shortText()
        if reader["label"].optional != nil, label == nil { return nil }
        let kind = reader["kind"].text(as: NoticeChannel.Kind.init, "must be push, ntfy, gotify or mail")
        switch kind {
        case .push?:
            let endpoint = reader["endpoint"].string(length: 1...2_048)
            let key = reader["p256dh"].text(as: { Base64URL.decode($0) }, "must be base64url")
            let secret = reader["auth"].text(as: { Base64URL.decode($0) }, "must be base64url")
            reader.refuseUnknownMembers(except: ["kind", "label", "endpoint", "p256dh", "auth"])
            guard let endpoint, let key, let secret else { return nil }
            address = .push(endpoint: endpoint, key: key, secret: secret)
        case .ntfy?:
            let url = reader["url"].string(length: 1...512)
            let token = reader["token"].optional.map { $0.string(length: 0...256) }
            reader.refuseUnknownMembers(except: ["kind", "label", "url", "token"])
            guard let url else { return nil }
            if case .some(.none) = token { return nil }
            address = .ntfy(url: url, token: (token ?? nil).flatMap { $0.isEmpty ? nil : $0 })
        case .gotify?:
            let url = reader["url"].string(length: 1...512)
            let token = reader["token"].string(length: 1...256)
            reader.refuseUnknownMembers(except: ["kind", "label", "url", "token"])
            guard let url, let token else { return nil }
            address = .gotify(url: url, token: token)
        case .mail?:
            let text = reader["address"].string(length: 1...254)
            reader.refuseUnknownMembers(except: ["kind", "label", "address"])
            guard let text else { return nil }
            address = .mail(text)
        case nil: return nil
        }
    }
}

/// The body of a request that changes a channel.
private enum NoticeChannelChange {
    case label(String)
    case code(String)

    init?(_ reader: JSONReader) {
        if reader["code"].optional != nil {
            reader.refuseUnknownMembers(except: ["code"])
            guard let code = reader["code"].string(length: 1...16) else { return nil }
            self = .code(code.filter { !$0.isWhitespace })
        } else {
            reader.refuseUnknownMembers(except: ["label"])
            guard let label = reader["label"].shortText() else { return nil }
            self = .label(label)
        }
    }
}
