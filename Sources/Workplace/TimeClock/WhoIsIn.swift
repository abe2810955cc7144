import Attendance
public import Essentials

/// That somebody is at work, and where; nothing else is told.
public struct PersonIn: Hashable, Sendable {
    /// Who.
    public let person: PersonID
    /// Where.
    public let site: SiteID
    /// Whether they are on a break.
    public let isOnBreak: Bool
}

extension AttendanceService {
    /// The people who are at work at places that show it to a person.
    ///
    /// People who are clocked out are never among them, and neither are those whose clock-out was forgotten: a shift that is too
    /// long to go on says nothing of where somebody is.
    ///
    /// - Returns: The people in the order of their names, and whether any place shows them to the viewer.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func whoIsIn(for viewer: Person) async throws -> (isShown: Bool, people: [PersonIn]) {
        let campus = try campuses.inForce()
        let time = now()
        return try await store.read { reading in
            let own = try AttendanceMonth.place(of: viewer.id, on: campus, in: reading).site
            let shown = campus.sites.filter { site in
                switch site.whoIsIn {
                case .nobody: false
                case .team: viewer.seesAttendance(at: site.id)
                case .site: own == site.id || viewer.seesAttendance(at: site.id)
                case .organisation: true
                }
            }.map(\.id)
            guard !shown.isEmpty else { return (false, []) }
            let people = try campus.people.filter { $0.id != viewer.id && !$0.isSuspended }
                .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
                .compactMap { person -> PersonIn? in
                    guard let last = try reading.lastPunch(of: person.id), shown.contains(last.site),
                        last.mark != .out
                    else { return nil }
                    let longest = last.startsBreak ? WorkShift.longestBreak : WorkShift.longest
                    guard last.time.duration(to: time) <= longest else { return nil }
                    return PersonIn(person: person.id, site: last.site, isOnBreak: last.startsBreak)
                }
            return (true, people)
        }
    }
}
