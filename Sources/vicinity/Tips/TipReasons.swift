import Essentials
import JSON

/// The server's explanation of a tip in lines.
struct TipReasons {
    private let reader: String
    private let zone: Zone?

    /// Makes it for whoever asked, with times of a zone, or of the terminal's own.
    init(for reader: String, in zone: Zone? = nil) {
        self.reader = reader
        self.zone = zone
    }

    func text(of answer: JSONValue) throws -> String {
        try answer.reading { answer in
            let tip = answer["tip"].string()
            let status = answer["status"].string()
            let person = answer["person"].string()
            let holds = answer["holds"].array { hold($0, isOwn: person == reader) }
            guard let tip, let status, let person, let holds else { return nil }
            let whom = person == reader ? "" : " (\(person))"
            var lines = ["\(tip)\(whom): \(Self.words(status))"]
            if let withheld = answer["withheld"].optional?.string() {
                lines.append("  " + Self.reason(withheld))
            }
            lines += holds.map { "  " + $0 }
            if let next = time(answer["nextPossible"]) {
                lines.append("  If nothing but time passes, it may be shown again: \(next).")
            }
            return lines.joined(separator: "\n")
        }
    }

    private static func words(_ status: String) -> String {
        switch status {
        case "available": "may be shown now."
        case "invalidated": "has ended."
        default: "waits."
        }
    }

    private static func reason(_ withheld: String) -> String {
        switch withheld {
        case "off": "It is switched off."
        case "segment": "It is not meant for this person or this platform."
        case "holdout": "The person is in the holdout of its experiment."
        default: "It is withheld: \(withheld)."
        }
    }

    /// What holds a tip back: all of it to the person, and of somebody else what the server tells, which is no value and no
    /// time.
    private func hold(_ hold: JSONReader, isOwn: Bool) -> String? {
        guard let kind = hold["kind"].string() else { return nil }
        switch kind {
        case "invalidated":
            return isOwn ? ended(hold) : "It has ended; when and by what is told to the person alone."
        case "displayCount":
            let most = Self.count(hold["most"], "time")
            return isOwn
                ? "It was shown \(Self.count(hold["count"], "time")), and may be shown \(most)."
                : "It was shown as often as it may be, \(most)."
        case "displayDuration":
            let most = Self.count(hold["most"], "second")
            return isOwn
                ? "It was shown for \(Self.count(hold["seconds"], "second")), and may be shown for \(most)."
                : "It was shown for as long as it may be, \(most)."
        case "frequency":
            guard isOwn, let shown = hold["shown"].string(), let end = time(hold["until"]) else {
                return "Another tip was new to the person a short while ago, and new tips keep a distance."
            }
            return "The tip \(shown) was new to you; the next new one may come: \(end)."
        case "rule":
            let expression = hold["expression"].optional?.value().map { ": \($0.text)" } ?? ""
            let value = hold["explanation"].optional.map { Self.values($0) } ?? ""
            return "rules[\(hold["rule"].value()?.text ?? "?")] does not hold\(expression)\(value)"
        case "hidden": return "It is hidden for a test."
        case "collision": return "Another tip claims its identifier."
        case "group":
            let first = hold["shown"].optional?.string().map { "the tip \($0)" } ?? "another tip"
            return "In the group \(hold["group"].optional?.string() ?? "of its own"), \(first) comes first."
        default: return "It is held back: \(kind)."
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
        return WallClock.text(time, in: zone)
    }

    /// What the parts of a rule came to, where they are told.
    private static func values(_ explanation: JSONReader) -> String {
        let parts = explanation["parts"].optional?.array { $0["value"].value()?.text } ?? []
        return parts.isEmpty ? "" : "\n    its parts are \(parts.joined(separator: ", "))"
    }

    private static func count(_ reader: JSONReader, _ one: String) -> String {
        guard let count = reader.integer(in: 0...Int64.max) else { return "\(one)s" }
        return "\(count) \(one)\(count == 1 ? "" : "s")"
    }
}
