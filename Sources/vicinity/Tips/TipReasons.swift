import Essentials
import JSON
import WorkplaceClient

/// The server's explanation of a tip in lines.
struct TipReasons {
    private let reader: String
    private let clock: WallClock

    /// Makes the lines for a reader, with times as a clock shows them.
    init(for reader: String, clock: WallClock = WallClock()) {
        self.reader = reader
        self.clock = clock
    }

    func text(of answer: JSONValue) throws -> String {
        try answer.reading { answer in
            let tip = answer["tip"].string()
            let status = answer["status"].string()
            let person = answer["person"].string()
            let withheld = answer["withheld"].optional?.string()
            let (isOwn, hasEnded) = (person == reader, status == "invalidated")
            let holds = answer["holds"].array { hold -> [String]? in
                guard let kind = hold["kind"].string() else { return nil }
                // For a tip that has ended or never comes, a line about waiting would suggest that it comes.
                let isBeside =
                    hasEnded && !Self.endings.contains(kind) || withheld != nil && kind == "frequency"
                return isBeside ? [] : lines(kind, hold, isOwn: isOwn)
            }
            guard let tip, let status, let person, let holds else { return nil }
            var told: [String] = []
            if let withheld { told.append(Self.reason(withheld, isOwn: isOwn)) }
            for hold in holds { told += hold }
            if withheld == nil, !hasEnded, let next = time(answer["nextPossible"]) {
                told.append("If nothing but time passes, it may be shown from then on: \(next).")
            }
            let first =
                "\(tip)\(isOwn ? "" : " (\(person))"): \(Self.words(status, isWithheld: withheld != nil))"
            return ([first] + told.map { "  " + $0 }).map(\.plain).joined(separator: "\n")
        }
    }

    /// The reasons that end a tip.
    private static let endings = ["invalidated", "displayCount", "displayDuration"]

    private static func words(_ status: String, isWithheld: Bool) -> String {
        switch status {
        case "invalidated": "has ended."
        case _ where isWithheld: "is not shown."
        case "available": "may be shown now."
        default: "waits."
        }
    }

    private static func reason(_ withheld: String, isOwn: Bool) -> String {
        switch withheld {
        case "off": "It is switched off for everybody."
        case "segment": "It is not meant for \(isOwn ? "you" : "this person"), or not for this platform."
        default: "It is withheld: \(withheld)."
        }
    }

    /// The lines for a reason that holds a tip back.
    ///
    /// About another person the server sends no value and no time.
    private func lines(_ kind: String, _ hold: JSONReader, isOwn: Bool) -> [String]? {
        switch kind {
        case "invalidated":
            return [isOwn ? ended(hold) : "It has ended; only the person can see when and why."]
        case "displayCount":
            let most = Self.count(hold["most"], "time")
            return [
                isOwn
                    ? "It was shown \(Self.count(hold["count"], "time")), and may be shown \(most)."
                    : "It was shown as often as it may be, \(most)."
            ]
        case "displayDuration":
            let most = Self.length(hold["most"])
            return [
                isOwn
                    ? "It was shown for \(Self.length(hold["seconds"])); it may be shown for \(most)."
                    : "It was shown for as long as it may be: \(most)."
            ]
        case "frequency":
            guard isOwn, let shown = hold["shown"].string(), let end = time(hold["until"]) else {
                return ["Another tip was new to the person a short while ago, and new tips keep a distance."]
            }
            return ["The tip \(shown) was new to you; the next new one may come: \(end)."]
        case "rule": return RuleReason(words: RuleWords(clock: clock)).lines(hold)
        case "hidden": return ["It is hidden for a test."]
        case "collision": return ["Another tip claims its identifier."]
        case "group":
            let first = hold["shown"].optional?.string().map { "the tip \($0)" } ?? "another tip"
            return ["In the group \(hold["group"].optional?.string() ?? "of its own"), \(first) comes first."]
        default: return ["It is held back: \(kind)."]
        }
    }

    private func ended(_ hold: JSONReader) -> String {
        let what =
            switch hold["reason"].optional?.string() {
            case "actionPerformed": "You have used what it is about"
            case "tipClosed": "You closed it"
            case "displayCountExceeded": "It was shown as often as it may be"
            case "displayDurationExceeded": "It was shown for as long as it may be"
            default: "It ended"
            }
        return time(hold["at"]).map { "\(what): \($0)." } ?? "\(what)."
    }

    private func time(_ reader: JSONReader) -> String? {
        guard let time = reader.optional?.text(as: { Timestamp($0) }, "must be a time") else { return nil }
        return clock.text(time)
    }

    private static func count(_ reader: JSONReader, _ one: String) -> String {
        guard let count = reader.integer(in: 0...Int64.max) else { return "\(one)s" }
        return "\(count) \(one)\(count == 1 ? "" : "s")"
    }

    private static func length(_ reader: JSONReader) -> String {
        reader.integer(in: 0...Int64.max / 1_000).map { LengthOfTime.words(seconds: $0) } ?? "some time"
    }
}
