import JSON
import Observations
import Testing
import Workplace

struct HoursInZoneTests {
    private static let lunch = [
        "zone": #""Europe/Berlin""#, "from": #""2026-10-23""#, "through": #""2026-10-26""#,
        "hours":
            #"{"monday":["11:30-14:00"],"friday":["11:30-14:00","22:00-24:00"],"saturday":["00:00-01:00"]}"#,
    ]

    private func windows(
        _ members: [String: String]
    ) throws -> Result<[Range<ObservationTime>], JSONMistakes> {
        let text = "{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
        let value = try JSONValue(parsing: Array(text.utf8))
        do { return .success(try value.read(HoursInZone.windows)) } catch { return .failure(error) }
    }

    @Test func `LA3: hours on the clock of a zone are instants on both sides of its change`() throws {
        let found = try windows(Self.lunch).get()
        // Microseconds of 2026-10-23T09:30Z, 2026-10-23T20:00Z and 2026-10-26T10:30Z.
        let starts = [1_792_747_800_000_000, 1_792_785_600_000_000, 1_793_010_600_000_000]
        let hours = [2.5, 3, 2.5]
        #expect(found.map(\.lowerBound.microseconds) == starts.map(Int64.init))
        #expect(
            found.map { $0.upperBound.microseconds }
                == zip(starts, hours).map { Int64($0) + Int64($1 * 3_600_000_000) })
    }

    @Test(arguments: [
        ("zone", #""CET+1""#, "zone: must be a zone, such as Europe/Berlin"),
        ("from", #""2026-02-30""#, "from: must be a day, such as 2026-11-21"),
        ("through", "7", "through: must be a text, not a number"),
        ("through", #""2026-10-22""#, "through: must not be before from, nor more than ten years later"),
        ("through", #""2036-10-24""#, "through: must not be before from, nor more than ten years later"),
        ("hours", "{}", "hours: must have an hour on these days"),
        (
            "hours", #"{"sunday":["14:00-11:30","02:00"]}"#,
            #"hours.sunday[1]: must be a range of the 24-hour clock, such as "08:00-14:30""#
        ),
        ("until", #""2026-11-01""#, "until: is not known here"),
    ])
    func `LA3: a mistake is reported with its place`(member: String, value: String, line: String) throws {
        let found = try windows(Self.lunch.merging([member: value]) { $1 })
        guard case .failure(let mistakes) = found else {
            Issue.record("taken: \(found)")
            return
        }
        #expect(mistakes.list.map { "\($0.path): \($0.reason)" }.contains(line), "\(mistakes.list)")
    }
}
