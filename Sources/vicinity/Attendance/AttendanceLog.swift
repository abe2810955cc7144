import Attendance
import Essentials
import Workplace

/// A recorded log of crossings and punches: a table with a row for each.
///
/// The first row names the columns: `person`, `kind` and `at` always, `place`, `receivedAt` and `source` where they are known.
struct AttendanceLog {
    /// The events of each person in the order in which they were known, by the person's identifier.
    private(set) var people: [(person: PersonID, events: [AttendanceEvent])] = []
    private(set) var crossings = 0
    private(set) var punches = 0

    private enum Column: String, CaseIterable {
        case person, kind, at, place, receivedAt, source

        static let required: [Column] = [.person, .kind, .at]
    }

    /// Reads a log.
    ///
    /// - Parameters:
    ///   - text: The table.
    ///   - name: The file's name, for messages.
    ///   - campus: Where the places are; `nil` when that is unknown.
    /// - Throws: ``CommandFailure`` with the first row that cannot be read.
    init(_ text: String, name: String, campus: Campus?) throws {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let columns = try Self.columns(lines.first ?? "", name)
        var events: [PersonID: [AttendanceEvent]] = [:]
        for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy(\.isWhitespace) {
            let row = Row(number: index + 1, name: name, columns: columns, line: line, campus: campus)
            let event = try row.event()
            if case .crossing = event { crossings += 1 } else { punches += 1 }
            events[try row.person(), default: []].append(event)
        }
        people = events.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            ($0, $1.sorted())
        }
    }

    private static func columns(_ line: Substring, _ name: String) throws -> [Column?] {
        let names = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
        let columns = names.map { Column(rawValue: $0) }
        if let unknown = zip(names, columns).first(where: { $0.1 == nil })?.0 {
            let known = Column.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("\(name):1: the column \"\(unknown)\" is unknown; the columns are \(known).")
        }
        for column in Column.required where !columns.contains(column) {
            throw CommandFailure("\(name):1: the column \"\(column.rawValue)\" is missing.")
        }
        return columns
    }

    private struct Row {
        let number: Int
        let name: String
        let columns: [Column?]
        let line: Substring
        let campus: Campus?

        func person() throws -> PersonID { try value(.person, PersonID.init, "an identifier") }

        func event() throws -> AttendanceEvent {
            let at = try value(.at, { Timestamp($0) }, "a date-time such as 2026-11-24T17:20:00+01:00")
            let kind = try value(.kind, { $0 }, "a kind")
            if let punch = PunchKind(rawValue: kind) { return .punch(try self.punch(punch, at)) }
            guard let kind = Crossing.Kind(rawValue: kind) else {
                throw mistake("the kind must be enter, exit, state-inside, in or out")
            }
            let received = try optional(.receivedAt, { Timestamp($0) }, "a date-time") ?? at
            guard at <= received.advanced(by: ReminderStateMachine.futureTolerance) else {
                throw mistake("the crossing is more than ten minutes later than its report")
            }
            return .crossing(
                Crossing(
                    entrance: try place("an entrance", SpotID.init) { $0.entrance($1) != nil }, kind: kind,
                    observedAt: at, receivedAt: received,
                    source: try optional(.source, CrossingSourceID.init, "an identifier")
                        ?? Self.identifier("log")))
        }

        private func punch(_ kind: PunchKind, _ time: Timestamp) throws -> Punch {
            let site = try place("a site", SiteID.init) { $0.site($1) != nil }
            return Punch(
                id: Self.identifier("row-\(number)"), person: try person(), kind: kind, time: time,
                deviceTime: nil, site: site, zone: campus?.site(site)?.zone ?? .utc, reminder: nil)
        }

        /// The place of a row; with a campus it must be one of its places.
        private func place<Owner>(
            _ what: String, _ read: (String) -> Identifier<Owner>?,
            isKnown: (Campus, Identifier<Owner>) -> Bool
        ) throws -> Identifier<Owner> {
            guard let campus else {
                return try optional(.place, read, "an identifier") ?? Self.identifier("unknown")
            }
            let place = try value(.place, read, "\(what) of the campus")
            guard isKnown(campus, place) else { throw mistake("the place must be \(what) of the campus") }
            return place
        }

        private func optional<Value>(_ column: Column, _ read: (String) -> Value?, _ rule: String) throws
            -> Value?
        {
            text(column) == nil ? nil : try value(column, read, rule)
        }

        private func value<Value>(_ column: Column, _ read: (String) -> Value?, _ rule: String) throws
            -> Value
        {
            guard let value = text(column).flatMap(read) else {
                throw mistake("\(column.rawValue) must be \(rule)")
            }
            return value
        }

        private func text(_ column: Column) -> String? {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard let index = columns.firstIndex(of: column), index < fields.count else { return nil }
            let text = fields[index].trimmed
            return text.isEmpty ? nil : text
        }

        private func mistake(_ sentence: String) -> CommandFailure {
            CommandFailure("\(name):\(number): \(sentence).")
        }

        private static func identifier<Owner>(_ text: String) -> Identifier<Owner> {
            guard let identifier = Identifier<Owner>(text) else {
                preconditionFailure("\(text) is no identifier")
            }
            return identifier
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
