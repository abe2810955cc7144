import Cryptography
import Essentials
import JSON
import SQLite

extension ReadTransaction {
    /// A person's channels, in the order in which they were added.
    func noticeChannels(of person: PersonID) throws -> [NoticeChannel] {
        let sql = """
            SELECT id, person, kind, address, secret, label, since, proof_at, failure FROM notice_channels
            WHERE person = ? ORDER BY number
            """
        return try connection.all(sql, person.rawValue) { try $0.decodedChannel() }
    }

    /// The digests of browsers that a person removed in the last month.
    func removedBrowsers(of person: PersonID) throws -> [String] {
        let sql = "SELECT digest FROM removed_browsers WHERE person = ? ORDER BY digest"
        return try connection.all(sql, person.rawValue) { try $0.text(0) }
    }

    /// Whether a person has any channel.
    func hasNoticeChannel(_ person: PersonID) throws -> Bool {
        let sql = "SELECT 1 FROM notice_channels WHERE person = ? LIMIT 1"
        return try connection.first(sql, person.rawValue) { _ in true } ?? false
    }

    /// A channel.
    func noticeChannel(_ id: NoticeChannelID) throws -> NoticeChannel? {
        let sql = """
            SELECT id, person, kind, address, secret, label, since, proof_at, failure FROM notice_channels
            WHERE id = ?
            """
        return try connection.first(sql, id.rawValue) { try $0.decodedChannel() }
    }

    /// The private key with which pushes are signed; `nil` before it is made.
    func pushKey() throws -> [UInt8]? {
        try connection.first("SELECT private_key FROM push_keys ORDER BY number DESC LIMIT 1") {
            try $0.blob(0)
        }
    }
}

extension WriteTransaction {
    /// Stores a channel, or changes the one with its identifier.
    func put(_ channel: NoticeChannel) throws {
        let (address, secret) = channel.address.stored
        try connection.execute(
            """
            INSERT INTO notice_channels (id, person, kind, address, secret, label, since, proof_at, failure)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                address = excluded.address, secret = excluded.secret, label = excluded.label,
                proof_at = excluded.proof_at, failure = excluded.failure
            """, channel.id.rawValue, channel.person.rawValue, channel.address.kind.rawValue, address, secret,
            channel.label, channel.since.millisecondsSinceEpoch, channel.proof?.millisecondsSinceEpoch,
            channel.failure)
    }

    /// Removes a channel; what waits for it is dropped.
    func removeNoticeChannel(_ id: NoticeChannelID) throws {
        try connection.execute("DELETE FROM notice_channels WHERE id = ?", id.rawValue)
    }

    /// Records that a person removed a browser, or deletes the record because the person added it again.
    func noteBrowser(_ digest: String, of person: PersonID, isRemoved: Bool, at time: Timestamp) throws {
        if isRemoved {
            try connection.execute(
                """
                INSERT INTO removed_browsers (person, digest, removed_at) VALUES (?, ?, ?)
                ON CONFLICT (person, digest) DO UPDATE SET removed_at = excluded.removed_at
                """, person.rawValue, digest, time.millisecondsSinceEpoch)
        } else {
            try connection.execute(
                "DELETE FROM removed_browsers WHERE person = ? AND digest = ?", person.rawValue, digest)
        }
    }

    /// Removes the channels of other people that have the same address.
    func removeNoticeChannels(like address: NoticeChannel.Address, exceptOf person: PersonID) throws {
        try connection.execute(
            "DELETE FROM notice_channels WHERE kind = ? AND address = ? AND person <> ?",
            address.kind.rawValue,
            address.stored.address, person.rawValue)
    }

    /// Notes how the last attempt of a channel went; `nil` after one that did not fail.
    func note(failure: String?, of channel: NoticeChannelID) throws {
        try connection.execute(
            "UPDATE notice_channels SET failure = ?1 WHERE id = ?2 AND failure IS NOT ?1", failure,
            channel.rawValue)
    }

    /// Notes that an address bounced: it must be confirmed again.
    func noteBounce(_ failure: String, of channel: NoticeChannelID) throws {
        try connection.execute(
            "UPDATE notice_channels SET failure = ?, proof_at = NULL WHERE id = ?", failure, channel.rawValue)
    }

    /// Keeps the private key with which pushes are signed.
    func setPushKey(_ key: [UInt8], at time: Timestamp) throws {
        try connection.execute(
            "INSERT INTO push_keys (private_key, made_at) VALUES (?, ?)", key, time.millisecondsSinceEpoch)
    }
}

extension StoreRow {
    fileprivate func decodedChannel() throws -> NoticeChannel {
        try decoded(from: "notice_channels", id: try text(0)) { row -> NoticeChannel? in
            guard let id = NoticeChannelID(try row.text(0)), let person = PersonID(try row.text(1)),
                let kind = NoticeChannel.Kind(rawValue: try row.text(2)),
                let address = NoticeChannel.Address(kind, stored: try row.text(3), secret: try row.text(4))
            else { return nil }
            return NoticeChannel(
                id: id, person: person, address: address, label: try row.text(5), since: try row.timestamp(6),
                proof: try row.optionalTimestamp(7), failure: try row.optionalText(8))
        }
    }
}

extension NoticeChannel.Address {
    /// The address, and what only the sender needs.
    fileprivate var stored: (address: String, secret: String) {
        switch self {
        case .push(let endpoint, let key, let secret):
            (endpoint, "\(Base64URL.encode(key)).\(Base64URL.encode(secret))")
        case .ntfy(let url, let token): (url, token ?? "")
        case .gotify(let url, let token): (url, token)
        case .mail(let address): (address, "")
        }
    }

    fileprivate init?(_ kind: NoticeChannel.Kind, stored address: String, secret: String) {
        switch kind {
        case .push:
            let parts = secret.split(separator: ".")
            guard parts.count == 2, let key = Base64URL.decode(parts[0]),
                let secret = Base64URL.decode(parts[1])
            else { return nil }
            self = .push(endpoint: address, key: key, secret: secret)
        case .ntfy: self = .ntfy(url: address, token: secret.isEmpty ? nil : secret)
        case .gotify: self = .gotify(url: address, token: secret)
        case .mail: self = .mail(address)
        }
    }
}
