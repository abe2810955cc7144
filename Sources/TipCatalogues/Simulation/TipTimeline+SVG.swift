public import TipCore
import TipRules

extension TipTimeline {
    /// The timeline as a picture in SVG, which follows light and dark by itself: a row for each tip, time from left to right.
    ///
    /// - Parameter title: The title at the top.
    /// - Returns: The picture.
    /// - Complexity: O(*n*) in the number of moments and stretches.
    public func svg(title: String) -> String { TimelineSVG(self, title: title).text }
}

private struct TimelineSVG {
    private static let width = 1_090
    private static let left = 300
    private static let right = 258
    private static let top = 116
    private static let rowHeight = 52

    private let timeline: TipTimeline
    private(set) var text = ""

    init(_ timeline: TipTimeline, title: String) {
        self.timeline = timeline
        let height = Self.top + max(timeline.tips.count, 1) * Self.rowHeight + 88
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" aria-labelledby="title about">
            <title id="title">\(Self.escaped(title))</title>
            <desc id="about">\(Self.escaped(summary))</desc>
            \(Self.style)
            <rect class="surface" width="\(Self.width)" height="\(height)" rx="16"/>
            <text class="heading" x="32" y="50">\(Self.escaped(title))</text>

            """
        drawTime(height)
        for (row, tip) in timeline.tips.enumerated() { draw(tip, row) }
        if timeline.tips.isEmpty { label("muted", 32, Self.top + 32, "Nobody gets a tip here.") }
        drawLegend(height - 30)
        text += "</svg>\n"
    }

    private static let style = """
        <style>
          svg { --surface: #FAF6EF; --card: #FFFFFF; --ink: #211C18; --muted: #6A6058; --line: #E4DACB; --accent: #A8401F;
                --soft: #F0D9CB; --ready: #2C6B49; --information: #27608C;
                font-family: system-ui, sans-serif; font-variant-numeric: tabular-nums; }
          @media (prefers-color-scheme: dark) {
            svg { --surface: #14110F; --card: #1F1B18; --ink: #F3ECE2; --muted: #B3A89B; --line: #3A332D; --accent: #F0906B;
                  --soft: #55301F; --ready: #7CC79A; --information: #86B9E0; }
          }
          .surface { fill: var(--surface); } .card { fill: var(--card); }
          text { fill: var(--ink); font-size: 14px; direction: ltr; } .heading { font-size: 20px; font-weight: 600; }
          .muted { fill: var(--muted); font-size: 12.5px; } .day { text-anchor: middle; }
          .grid { stroke: var(--line); } .wait { stroke: var(--muted); stroke-dasharray: 1 6; stroke-linecap: round; stroke-width: 2; }
          .open { stroke: var(--soft); stroke-width: 14; stroke-linecap: round; } .shown { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; }
          .visit { stroke: var(--information); stroke-width: 2; stroke-linecap: round; }
          .end { fill: none; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; stroke: var(--muted); } .used { stroke: var(--ready); }
          .badge { fill: var(--card); stroke: var(--muted); stroke-width: 1.5; } .usedBadge { stroke: var(--ready); }
        </style>
        """

    // MARK: - Time

    private func x(_ time: RuleTime) -> Double {
        let share =
            Double(time.microseconds(since: timeline.start)) / (Double(max(timeline.days, 1)) * 86_400e6)
        return Double(Self.left) + min(max(share, 0), 1) * Double(Self.width - Self.left - Self.right)
    }

    private func start(ofDay day: Int) -> RuleTime {
        timeline.start.advanced(byMicroseconds: Int64(day) * 86_400_000_000)
    }

    private mutating func drawTime(_ height: Int) {
        let bottom = height - 72
        let step = timeline.days > 70 ? 28 : timeline.days > 10 ? 7 : 1
        for day in stride(from: 0, through: timeline.days, by: step) {
            let x = x(start(ofDay: day))
            line("grid", x, Double(Self.top - 8), x, Double(bottom))
            if day < timeline.days { label("muted", Int(x) + 4, Self.top - 14, "Day \(day + 1)") }
        }
        label("muted", 32, 82, "Visits")
        for moment in timeline.moments where moment.kind == .visited {
            line("visit", x(moment.time), 72, x(moment.time), 84)
        }
    }

    // MARK: - Tips

    private mutating func draw(_ tip: CatalogueTip, _ row: Int) {
        let middle = Self.top + row * Self.rowHeight + Self.rowHeight / 2
        let (y, end) = (Double(middle), timeline.moments.last { $0.isEnd(of: tip.id) })
        text +=
            "<rect class=\"card\" x=\"20\" y=\"\(middle - 23)\" width=\"\(Self.width - 40)\" height=\"46\" rx=\"10\"/>\n"
        label("", 32, middle - 1, Self.shortened(tip.title, 34))
        label("muted", 32, middle + 16, Self.shortened("\(tip.id)", 40))
        for stretch in timeline.stretches[tip.id] ?? [] {
            switch stretch.status {
            case .pending: line("wait", x(stretch.from), y, x(stretch.to), y)
            case .available: line("open", x(stretch.from), y, x(stretch.to), y)
            case .invalidated: break
            }
        }
        for moment in timeline.moments {
            guard case .shown(tip.id, _) = moment.kind else { continue }
            text +=
                "<circle class=\"shown\" cx=\"\(Self.short(x(moment.time)))\" cy=\"\(middle)\" r=\"5.5\"/>\n"
        }
        if case .ended(_, let reason)? = end?.kind, let time = end?.time { drawEnd(reason, x(time) + 13, y) }
        drawOutcome(of: tip.id, middle)
    }

    private mutating func drawOutcome(of tip: TipID, _ middle: Int) {
        guard let outcome = timeline.outcomes.first(where: { $0.tip == tip }) else { return }
        let left = Self.width - Self.right + 34
        let shown = outcome.displays == 0 ? "Never shown" : "Shown \(outcome.displays)×"
        label(
            "", left, middle - 1,
            outcome.firstShown.map { "\(shown), from day \(timeline.day(of: $0))" } ?? shown)
        if let reason = outcome.reason, let ended = outcome.ended {
            label("muted", left, middle + 16, "\(reason.words) on day \(timeline.day(of: ended))")
        }
    }

    /// A check mark where the feature was used, a cross where the tip was closed, a bar where it reached its limit.
    private mutating func drawEnd(_ reason: Tips.InvalidationReason, _ x: Double, _ y: Double) {
        let (mark, kind) =
            switch reason {
            case .actionPerformed: ("m -4 0.5 l 3 3 l 5.5 -6.5", "used")
            case .tipClosed: ("m -3.5 -3.5 l 7 7 m 0 -7 l -7 7", "")
            case .displayCountExceeded, .displayDurationExceeded: ("m -4 0 l 8 0", "")
            }
        text += """
            <circle class="badge \(kind.isEmpty ? "" : "usedBadge")" cx="\(Self.short(x))" cy="\(Self.short(y))" r="9"/>
            <path class="end \(kind)" d="M \(Self.short(x)) \(Self.short(y)) \(mark)"/>

            """
    }

    // MARK: - Legend

    private mutating func drawLegend(_ y: Int) {
        let height = Double(y) - 4
        line("wait", 36, height, 68, height)
        label("muted", 78, y, "waits")
        line("open", 142, height, 162, height)
        label("muted", 178, y, "may be shown")
        text += "<circle class=\"shown\" cx=\"292\" cy=\"\(Self.short(height))\" r=\"5.5\"/>\n"
        label("muted", 304, y, "is shown")
        drawEnd(.actionPerformed, 384, height)
        label("muted", 400, y, "the feature was used")
        drawEnd(.tipClosed, 552, height)
        label("muted", 568, y, "was closed")
        drawEnd(.displayCountExceeded, 664, height)
        label("muted", 680, y, "was shown often enough")
    }

    private var summary: String {
        timeline.outcomes.map { outcome in
            let end = outcome.reason.flatMap { reason in
                outcome.ended.map { ", \(reason.words) on day \(timeline.day(of: $0))" }
            }
            return "\(outcome.tip): shown \(outcome.displays) times\(end ?? "")."
        }.joined(separator: " ")
    }

    // MARK: - Elements

    private mutating func line(_ kind: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        text +=
            "<path class=\"\(kind)\" d=\"M \(Self.short(x1)) \(Self.short(y1)) L \(Self.short(x2)) \(Self.short(y2))\"/>\n"
    }

    private mutating func label(_ kind: String, _ x: Int, _ y: Int, _ words: String) {
        // Isolated, so that words in the other direction do not reverse the row.
        text +=
            "<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\">\u{2068}\(Self.escaped(words))\u{2069}</text>\n"
    }

    private static func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }

    /// The words, shortened if they are wider than a number of letters; a full-width character counts as two.
    private static func shortened(_ words: String, _ most: Int) -> String {
        var width = 0
        var shortened = ""
        for character in words {
            width += (character.unicodeScalars.first?.value ?? 0) >= 0x2E80 ? 2 : 1
            if width > most { return shortened + "…" }
            shortened.append(character)
        }
        return shortened
    }
}

extension TipTimeline.Moment {
    fileprivate func isEnd(of tip: TipID) -> Bool {
        if case .ended(tip, _) = kind { true } else { false }
    }
}

extension Tips.InvalidationReason {
    /// The reason in a few words, for the beginning of a line.
    public var words: String {
        switch self {
        case .actionPerformed: "Used"
        case .tipClosed: "Closed"
        case .displayCountExceeded: "Shown often enough"
        case .displayDurationExceeded: "Shown long enough"
        }
    }
}
