public import Attendance
public import Essentials

/// The days that a table of another system records, and the mistakes in it.
///
/// An imported day is a record beside the punches, like a correction: it counts in their place, names the person who imported it, and
/// never changes. If there is any mistake, nothing is imported.
public struct AttendanceImport: Sendable {
    /// A day of a person.
    public struct Day: Hashable, Sendable {
        /// The person.
        public let person: PersonID
        /// The day.
        public let date: CalendarDate
        /// The times, in order.
        public let marks: [WorkMark]
        /// Whether somebody had corrected it in the other system.
        public let wasCorrected: Bool
        /// The line of its first row.
        public let line: Int
        /// Whether the same times were imported before, so that nothing is recorded again.
        public internal(set) var isKnown = false

        /// The elapsed time of work, in seconds.
        public var workedSeconds: Int {
            WorkShift.shifts(of: marks).flatMap(\.stretches).filter { !$0.isBreak }.reduce(0) {
                $0 + $1.seconds
            }
        }
    }

    /// Why a row cannot be imported.
    public struct Mistake: Hashable, Sendable {
        /// What is wrong.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The text is not UTF-8, or a quotation is not closed.
            case unreadable
            /// The table has no row.
            case empty
            /// The table has more rows than an import may have.
            case tooManyRows = "too-many-rows"
            /// A column that the map names is missing.
            case column = "no-column"
            /// The campus has no such person.
            case person = "unknown-person"
            /// Several people have the name.
            case severalPeople = "several-people"
            /// The campus has no such site, or none is named.
            case site = "unknown-site"
            /// There is no such time zone.
            case zone = "unknown-zone"
            /// The cell is no date.
            case date = "no-date"
            /// The cell is no time.
            case time = "no-time"
            /// Neither a start nor an end is given.
            case noTimes = "no-times"
            /// The cell is neither work nor break.
            case kind = "no-kind"
            /// The wall clock skips the time.
            case skipped = "time-skipped"
            /// The wall clock shows the time twice, and the row has no offset.
            case twice = "time-twice"
            /// The zone has another offset from UTC at that time.
            case offset = "other-offset"
            /// It ends before it begins.
            case order = "not-in-order"
            /// It overlaps another row or another day.
            case overlap = "overlaps"
            /// A shift is longer than 24 hours.
            case tooLong = "shift-too-long"
            /// It is in the future.
            case future
            /// The day is not final: it waits for an approver, or its shift has not ended.
            case notFinal = "not-final"
            /// The row counts for a day that is more than one day from its start.
            case otherDay = "other-day"
            /// The month is closed.
            case closed = "month-closed"
            /// Something else is recorded for the day.
            case recorded = "day-recorded"
            /// The day is the importing person's own, or they may not import at the site.
            case forbidden
        }

        /// The line in the file, from 1.
        public let line: Int
        /// What is wrong.
        public let kind: Kind
        /// The text that is wrong.
        public let value: String
    }

    /// The most rows that an import may have.
    public static let rowsAtMost = 200_000
    /// How many characters the reason of an import may have.
    ///
    /// With a file name of 200 characters, it fits the reason of a correction.
    public static let reasonLength = 1...280

    /// The names of the columns in the head.
    public let columns: [String]
    /// How many rows the table has.
    public let rowCount: Int
    /// The days, by person and date.
    public internal(set) var days: [Day]
    /// What is wrong, in the order of the lines.
    public internal(set) var mistakes: [Mistake]

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - bytes: The table, as CSV.
    ///   - map: What its columns mean.
    ///   - campus: The people and sites.
    ///   - now: The present time.
    /// - Complexity: O(*n* log *n*) in the number of rows.
    /// - Returns: The days that it would record, and its mistakes.
    static func reading(
        _ bytes: [UInt8], by map: AttendanceColumns, on campus: Campus, at now: Timestamp
    ) -> AttendanceImport {
        guard let table = TableText(bytes) else { return AttendanceImport(failing: .unreadable) }
        guard let head = table.rows.first, table.rows.count > 1 else {
            return AttendanceImport(columns: table.rows.first?.cells ?? [], failing: .empty)
        }
        guard table.rows.count - 1 <= rowsAtMost else {
            return AttendanceImport(columns: head.cells, failing: .tooManyRows, String(rowsAtMost))
        }
        var reader = RowReader(head: head, map: map, campus: campus, now: now)
        let pieces = table.rows.dropFirst().compactMap { reader.piece(of: $0) }
        let (days, wrong) = days(of: pieces, mergingStretches: map.columns[.kind] == nil)
        return AttendanceImport(
            columns: head.cells, rowCount: table.rows.count - 1, days: days,
            mistakes: (reader.mistakes + wrong).sorted {
                ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue)
            })
    }

    private init(columns: [String], rowCount: Int, days: [Day], mistakes: [Mistake]) {
        self.columns = columns
        self.rowCount = rowCount
        self.days = days
        self.mistakes = mistakes
    }

    private init(columns: [String] = [], failing kind: Mistake.Kind, _ value: String = "") {
        self.init(
            columns: columns, rowCount: 0, days: [], mistakes: [Mistake(line: 1, kind: kind, value: value)])
    }

    /// Joins the rows of each day to shifts.
    private static func days(
        of pieces: [ImportedPiece], mergingStretches: Bool
    ) -> (days: [Day], mistakes: [Mistake]) {
        var days: [Day] = []
        var mistakes: [Mistake] = []
        for own in Dictionary(grouping: pieces, by: \.person).values {
            // A row without a start is ordered by its end; equal times keep the order of the file.
            let own = own.sorted { ($0.first, $0.line) < ($1.first, $1.line) }
            for (piece, next) in zip(own, own.dropFirst()) {
                if let end = piece.end, let start = next.start, start.time < end.time {
                    mistakes.append(Mistake(line: next.line, kind: .overlap, value: start.localText))
                }
            }
            var shifts: [[ImportedPiece]] = []
            for piece in own {
                if let last = shifts.last?.last, let end = last.end, end.time == piece.start?.time,
                    last.day == piece.day, last.isBreak != piece.isBreak || mergingStretches
                {
                    shifts[shifts.count - 1].append(piece)
                } else {
                    shifts.append([piece])
                }
            }
            var ofDays: [CalendarDate: Day] = [:]
            for shift in shifts {
                let marks = Self.marks(of: shift)
                guard let first = shift.first, let begin = marks.first, let end = marks.last else { continue }
                let natural = WorkDay.date(at: begin.time, in: begin.zone, starting: begin.dayStarts)
                if begin.time.duration(to: end.time) > WorkShift.longest {
                    mistakes.append(Mistake(line: first.line, kind: .tooLong, value: begin.localText))
                } else if let day = first.day, abs(day.daysSinceEpoch - natural.daysSinceEpoch) > 1 {
                    mistakes.append(Mistake(line: first.line, kind: .otherDay, value: day.description))
                } else {
                    let date = first.day ?? natural
                    let known = ofDays[date]
                    ofDays[date] = Day(
                        person: first.person, date: date, marks: (known?.marks ?? []) + marks,
                        wasCorrected: first.wasCorrected || known?.wasCorrected == true,
                        line: min(known?.line ?? first.line, first.line))
                }
            }
            days += ofDays.values
        }
        return (days.sorted { ($0.person, $0.date) < ($1.person, $1.date) }, mistakes)
    }

    /// The marks of rows that follow each other without a gap.
    private static func marks(of shift: [ImportedPiece]) -> [WorkMark] {
        var marks: [WorkMark] = []
        var isBreak: Bool?
        for piece in shift {
            if let start = piece.start, piece.isBreak != isBreak {
                marks.append(start.marked(piece.isBreak ? .break : .in))
            }
            isBreak = piece.isBreak
        }
        if let last = shift.last?.end { marks.append(last.marked(.out)) }
        return marks
    }
}

/// A row: a stretch of work or a break.
private struct ImportedPiece {
    let line: Int
    let person: PersonID
    let day: CalendarDate?
    let isBreak: Bool
    let start: WorkMark?
    let end: WorkMark?
    let wasCorrected: Bool

    var first: Timestamp { start?.time ?? end?.time ?? Timestamp(millisecondsSinceEpoch: 0) }
}

extension WorkMark {
    fileprivate func marked(_ kind: Kind) -> WorkMark {
        WorkMark(kind, at: time, site: site, zone: zone, dayStarts: dayStarts)
    }
}

/// Reads rows, and collects their mistakes.
private struct RowReader {
    private(set) var mistakes: [AttendanceImport.Mistake] = []
    private let places: [AttendanceColumns.Field: Int]
    private let map: AttendanceColumns
    private let campus: Campus
    private let now: Timestamp
    private let names: [String: [PersonID]]

    init(head: TableText.Row, map: AttendanceColumns, campus: Campus, now: Timestamp) {
        self.map = map
        self.campus = campus
        self.now = now
        names = Dictionary(grouping: campus.people, by: { $0.name.lowercased() }).mapValues { $0.map(\.id) }
        let cells = head.cells.map { $0.lowercased() }
        var places: [AttendanceColumns.Field: Int] = [:]
        for field in AttendanceColumns.Field.allCases {
            let name = map.columns[field]
            let needed: [AttendanceColumns.Field] = [.person, .start, .end]
            if let name, let place = cells.firstIndex(of: name.lowercased()) {
                places[field] = place
            } else if name != nil || needed.contains(field) {
                mistakes.append(
                    AttendanceImport.Mistake(line: head.line, kind: .column, value: name ?? field.rawValue))
            }
        }
        self.places = places
    }

    mutating func piece(of row: TableText.Row) -> ImportedPiece? {
        // If a required column is missing, mistakes in single rows do not help.
        guard places[.person] != nil, places[.start] != nil, places[.end] != nil else { return nil }
        let count = mistakes.count
        let person = person(in: row)
        let place = place(in: row)
        if let text = cell(.state, in: row), ["waiting", "running"].contains(text) {
            note(.notFinal, text, row)
        }
        let day = cell(.day, in: row).flatMap { text -> CalendarDate? in
            let date = LocalTimeText.date(text, map.dates)
            if date == nil { note(.date, text, row) }
            return date
        }
        let isBreak = isBreak(in: row)
        let start = moment(.start, .startOffset, in: row, at: place, after: nil)
        let end = moment(.end, .endOffset, in: row, at: place, after: start)
        if cell(.start, in: row) == nil, cell(.end, in: row) == nil { note(.noTimes, "", row) }
        if let start, let end, end.time < start.time { note(.order, end.localText, row) }
        if let last = end ?? start, last.time > now { note(.future, last.localText, row) }
        guard mistakes.count == count, let person else { return nil }
        return ImportedPiece(
            line: row.line, person: person, day: day, isBreak: isBreak, start: start, end: end,
            wasCorrected: cell(.corrected, in: row) == "yes")
    }

    private mutating func note(_ kind: AttendanceImport.Mistake.Kind, _ value: String, _ row: TableText.Row) {
        mistakes.append(AttendanceImport.Mistake(line: row.line, kind: kind, value: value))
    }

    /// A cell; `nil` when it is empty or has no column.
    private func cell(_ field: AttendanceColumns.Field, in row: TableText.Row) -> String? {
        guard let place = places[field], place < row.cells.count, !row.cells[place].isEmpty else {
            return nil
        }
        return row.cells[place]
    }

    private mutating func person(in row: TableText.Row) -> PersonID? {
        let text = cell(.person, in: row) ?? ""
        if let known = map.people[text], campus.person(known) != nil { return known }
        if let id = PersonID(text), campus.person(id) != nil { return id }
        let found = names[text.lowercased()] ?? []
        if found.count == 1 { return found[0] }
        note(found.isEmpty ? .person : .severalPeople, text, row)
        return nil
    }

    private mutating func place(in row: TableText.Row) -> (site: Site, zone: Zone)? {
        let named = cell(.site, in: row)
        let only = campus.sites.count == 1 ? campus.sites.first : nil
        let site =
            named.map { SiteID($0).flatMap { campus.site($0) } } ?? map.site.flatMap { campus.site($0) }
            ?? only
        guard let site else {
            note(.site, named ?? map.site?.rawValue ?? "", row)
            return nil
        }
        guard let text = cell(.timeZone, in: row) else { return (site, map.zone ?? site.zone) }
        guard let zone = Zone(text) else {
            note(.zone, text, row)
            return nil
        }
        return (site, zone)
    }

    private mutating func isBreak(in row: TableText.Row) -> Bool {
        guard places[.kind] != nil else { return false }
        switch cell(.kind, in: row)?.lowercased() {
        case "work"?: return false
        case "break"?: return true
        case let text:
            note(.kind, text ?? "", row)
            return false
        }
    }

    /// Reads a time on the wall clock of a place.
    private mutating func moment(
        _ field: AttendanceColumns.Field, _ offsetField: AttendanceColumns.Field, in row: TableText.Row,
        at place: (site: Site, zone: Zone)?, after start: WorkMark?
    ) -> WorkMark? {
        guard let text = cell(field, in: row), let place else { return nil }
        guard let (ownDate, second) = LocalTimeText.dateAndSecond(text, map.dates) else {
            note(.time, text, row)
            return nil
        }
        let dateText = cell(.date, in: row) ?? cell(.day, in: row)
        guard var date = ownDate ?? dateText.flatMap({ LocalTimeText.date($0, map.dates) }) else {
            note(.date, dateText ?? text, row)
            return nil
        }
        if ownDate == nil, let start {
            // The end is on the next day when its clock time is before that of the start.
            let shown = start.time.millisecondsSinceEpoch / 1_000 + Int64(start.offset)
            if Int64(date.daysSinceEpoch) * 86_400 + Int64(second) < shown { date = date.advanced(byDays: 1) }
        }
        let found = place.zone.instants(atMinute: second / 60, of: date).map {
            $0.advanced(by: .seconds(second % 60))
        }
        var time = found.first
        if let wanted = cell(offsetField, in: row) {
            time = found.first { Self.offset(of: place.zone.secondsFromUTC(at: $0)) == wanted }
            if time == nil { note(.offset, wanted, row) }
        } else if found.isEmpty {
            note(.skipped, text, row)
        } else if found.count > 1 {
            note(.twice, text, row)
        }
        return time.map {
            WorkMark(
                field == .start ? .in : .out, at: $0, site: place.site.id, zone: place.zone,
                dayStarts: place.site.dayStarts)
        }
    }

    /// An offset from UTC as the table writes it.
    private static func offset(of seconds: Int) -> String {
        "UTC" + Timestamp(millisecondsSinceEpoch: 0).localText(aheadOfUTC: seconds).suffix(6)
    }
}

/// Reads dates and times as tables write them.
enum LocalTimeText {
    /// Reads a date such as `2026-11-02`, `02.11.2026` or `11/02/2026`.
    static func date(_ text: String, _ order: AttendanceColumns.DateOrder) -> CalendarDate? {
        let parts = text.split(omittingEmptySubsequences: false) { "-./".contains($0) }
        guard parts.count == 3 else { return nil }
        let numbers = parts.compactMap { number($0) }
        guard numbers.count == 3 else { return nil }
        let (year, month, day) =
            switch parts[0].count == 4 ? AttendanceColumns.DateOrder.yearMonthDay : order {
            case .yearMonthDay: (numbers[0], numbers[1], numbers[2])
            case .dayMonthYear: (numbers[2], numbers[1], numbers[0])
            case .monthDayYear: (numbers[2], numbers[0], numbers[1])
            }
        return CalendarDate(year: year, month: month, day: day)
    }

    /// Reads a time such as `08:30`, `8:30:15 PM` or `2026-11-02T08:30`.
    static func dateAndSecond(
        _ text: String, _ order: AttendanceColumns.DateOrder
    ) -> (date: CalendarDate?, second: Int)? {
        var words = text.split { $0 == " " || $0 == "T" || $0 == "\u{202F}" || $0 == "\u{A0}" }[...]
        let half = words.last.map { $0.lowercased() }
        let isHalf = half == "am" || half == "pm"
        if isHalf { words = words.dropLast() }
        guard let clock = words.popLast(), words.count <= 1 else { return nil }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[1] < 60,
            numbers.count < 3 || numbers[2] < 60
        else { return nil }
        var hour = numbers[0]
        if isHalf {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        guard hour < 24 else { return nil }
        var date: CalendarDate?
        if let word = words.first {
            date = self.date(String(word), order)
            if date == nil { return nil }
        }
        return (date, hour * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0))
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}
