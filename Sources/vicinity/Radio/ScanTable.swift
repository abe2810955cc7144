import Beacons
import JSON
import Observations
import Ranging

/// Draws the beacons of a scan on a screen: one frame at a time, and nothing when a frame is like the one before.
struct ScanTable {
    /// What is drawn on: its size in cells, and whether it shows colours and weights.
    struct Surface: Equatable {
        var width: Int
        var height: Int
        var isStyled: Bool
    }

    private static let barWidth = 10
    private var last = ""

    /// The bytes that begin: a screen of its own, without a cursor.
    static let beginning = "\u{1B}[?1049h\u{1B}[?25l"
    /// The bytes that give the screen back.
    static let end = "\u{1B}[?25h\u{1B}[?1049l"

    /// What to write for a frame; `nil` when the screen shows it already.
    mutating func frame(_ board: ScanBoard, radio: String, at now: ObservationTime, on screen: Surface)
        -> String?
    {
        let lines = Self.lines(board, radio: radio, at: now, on: screen)
        // One write, line by line over the old frame, so that nothing flickers.
        let text =
            "\u{1B}[?2026h\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
            + "\u{1B}[J\u{1B}[?2026l"
        defer { last = text }
        return text == last ? nil : text
    }

    /// The lines of a frame, each at most as wide as the screen.
    static func lines(
        _ board: ScanBoard, radio: String, at now: ObservationTime, on screen: Surface
    ) -> [String] {
        let rows = board.rows
        let room = max(1, screen.height - 3)
        let shown = rows.prefix(rows.count > room ? room - 1 : room)
        let hasFullIdentity = screen.width >= 110
        var lines = [
            cut(
                "\(radio.plain)  \(rows.count) beacons, \(board.advertisementCount) advertisements",
                screen.width)
        ]
        let cells = shown.map { Self.cells(of: $0, at: now, hasFullIdentity: hasFullIdentity) }
        let header = ["BEACON", "SIGNAL", "DISTANCE", "PROXIMITY", "AGE"]
        let widths = header.indices.map { column in
            max(header[column].displayWidth, cells.map { $0[column].displayWidth }.max() ?? 0)
        }
        lines.append(styled(cut(padded(header, widths), screen.width), "1", screen))
        for (row, beacon) in zip(cells, shown) {
            let text = cut(padded(row, widths), screen.width)
            let bar = screen.width >= text.displayWidth + 2 + barWidth ? "  " + bar(beacon.level) : ""
            lines.append(styled(text, beacon.proximity.style, screen) + bar)
        }
        if shown.count < rows.count {
            lines.append(cut("… and \(rows.count - shown.count) more", screen.width))
        }
        return lines
    }

    private static func cells(
        of beacon: ScannedBeacon, at now: ObservationTime, hasFullIdentity: Bool
    ) -> [String] {
        let numbers = "\(beacon.identity.major)/\(beacon.identity.minor)"
        let uuid = beacon.identity.uuid.description
        let identity = hasFullIdentity ? "\(uuid) \(numbers)" : "\(uuid.prefix(8))… \(numbers)"
        let name = beacon.spot.map { hasFullIdentity ? "\($0.plain)  \(identity)" : $0.plain } ?? identity
        let age = max(0, beacon.newest.duration(to: now) / .seconds(1))
        return [
            name, ScanText.strength(beacon.level), ScanText.distance(beacon.distance),
            beacon.proximity.word, "\(Int(age.rounded())) s",
        ]
    }

    private static func padded(_ cells: [String], _ widths: [Int]) -> String {
        zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.displayWidth))
        }.joined(separator: "  ")
    }

    /// A strength between -100 and -30 dBm as a bar.
    static func bar(_ level: Double?) -> String {
        guard let level else { return "" }
        let filled = Int(((level + 100) / 70 * Double(barWidth)).rounded())
        let count = min(max(filled, 0), barWidth)
        return String(repeating: "█", count: count) + String(repeating: "·", count: barWidth - count)
    }

    private static func cut(_ text: String, _ width: Int) -> String {
        guard text.displayWidth > width else { return text }
        var (result, used) = ("", 0)
        for character in text {
            let next = String(character).displayWidth
            guard used + next < width else { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }

    private static func styled(_ text: String, _ style: String?, _ screen: Surface) -> String {
        guard screen.isStyled, let style else { return text }
        return "\u{1B}[\(style)m\(text)\u{1B}[0m"
    }
}

extension Proximity {
    /// The number of a terminal's style; `nil` for plain text.
    fileprivate var style: String? {
        switch self {
        case .immediate: "1;32"
        case .near: "32"
        case .far: nil
        case .unknown: "2"
        }
    }
}
