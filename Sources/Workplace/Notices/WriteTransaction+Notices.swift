import Essentials
import JSON

extension WriteTransaction {
    private static var alertPause: Duration { .seconds(24 * 3_600) }

    /// Notifies a person: in the inbox, on open pages, and through a channel if the person has one.
    ///
    /// Replaces the notice with the same tag. Everything becomes durable together with its cause.
    func notify(_ person: PersonID, _ kind: NoticeKind, about subject: NoticeSubject, at time: Timestamp)
        throws
    {
        let notice = try store(kind, about: subject, for: person, at: time)
        if try hasNoticeChannel(person) { try insertPlan(of: notice, after: nil, due: time) }
    }

    /// Stores a notice in place of the one with the same tag, and appends to the feed for open pages.
    func store(_ kind: NoticeKind, about subject: NoticeSubject, for person: PersonID, at time: Timestamp)
        throws
        -> Notice
    {
        var generator = SystemRandomNumberGenerator()
        let last = try lastNotice(tagged: subject.tag, of: person)
        let notice = Notice(
            id: last?.id ?? NoticeID(at: time, using: &generator), person: person, kind: kind,
            subject: subject,
            version: (last?.version ?? 0) + 1, time: time, readAt: nil)
        try put(notice)
        try announceNotices(of: person, changed: notice.id, at: time)
        return notice
    }

    /// Notifies administrators that a push service refuses this server: once, however many people it concerns.
    ///
    /// An administrator who has read the notice gets it again after a day if the service still refuses.
    func alert(ofRefusalBy host: String, on campus: Campus, at time: Timestamp) throws {
        let subject = NoticeSubject.pushService(host)
        for person in campus.people where person.isAdministrator {
            if let last = try notice(tagged: subject.tag, of: person.id),
                last.readAt == nil || time < last.time.advanced(by: Self.alertPause)
            {
                continue
            }
            try notify(person.id, .pushRefused, about: subject, at: time)
        }
    }

    /// Withdraws a notice that no longer holds.
    func withdraw(_ tag: String, from person: PersonID, at time: Timestamp) throws {
        guard let notice = try notice(tagged: tag, of: person),
            try withdrawNotice(tagged: tag, of: person, at: time)
        else { return }
        try announceNotices(of: person, changed: notice.id, at: time)
    }

    /// Appends to the feed that a person's inbox changed, so that all of their pages show the same.
    ///
    /// - Returns: How many notices are unread.
    @discardableResult
    func announceNotices(of person: PersonID, changed notice: NoticeID?, at time: Timestamp) throws -> Int {
        var json = JSONWriter()
        let unread = try unreadNoticeCount(of: person)
        json.object { json in
            if let notice { json.member("notice", notice.rawValue) }
            json.member("unread", unread)
        }
        try append(FeedChange(topic: .person(person), kind: "notice", body: json.text), at: time)
        return unread
    }

    /// Appends to the feed that a notice reached its person through no channel.
    func announceFailure(of notice: Notice, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("notice", notice.id.rawValue) }
        try append(
            FeedChange(topic: .person(notice.person), kind: "notice.failed", body: json.text), at: time)
    }
}
