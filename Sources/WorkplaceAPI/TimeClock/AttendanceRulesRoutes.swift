import Attendance
import Essentials
import HTTPCore
import JSON
import Workplace

/// The rules of attendance of a site, for administrators: what they are, what others would make of last month, and how long records are kept.
struct AttendanceRulesRoutes: Sendable {
    let services: WorkplaceServices

    private static let path = "/api/v1/sites/{site}/attendance-rules"

    var routes: [APIRoute] { [rules, saving, effect, retentionEffect] }

    private var rules: APIRoute {
        APIRoute(
            method: .get, pattern: Self.path, access: .administrator,
            operation: Operation(
                id: "getAttendanceRules",
                summary:
                    "The rules of attendance of a site, the presets, and what is deleted when its time is over.",
                tag: .attendance, success: .json("AttendanceRules"), problems: [.unknownSite])
        ) { request, _ in
            let site = try request.site()
            let draft = try await services.drafts.draft(of: .attendance(site))
            let retention = try await services.attendance.retention(at: site)
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 16_384)
            json.object { json in
                json.member("revision", draft.revision)
                json.member("document", draft.inForce)
                json.member("month", (campus.site(site)?.month(at: services.now())).map(\.description) ?? "")
                json.member("presets") { json in
                    json.array { json in for preset in WorkRulesPreset.all { json.write(preset) } }
                }
                json.member("countries") { json in
                    json.array { json in
                        for country in AttendanceRetention.Country.all {
                            json.object { json in
                                json.member("id", country.id)
                                json.member("floor", country.floor)
                                json.member("standard", country.standard)
                                json.member("sources") { json in
                                    json.array { json in for each in country.sources { json.string(each) } }
                                }
                            }
                        }
                    }
                }
                json.member("floorElsewhere", AttendanceRetention.unknownFloor)
                json.member("retention") { $0.write(retention) }
                json.member("reports") { json in
                    json.array { json in
                        for report in retention.reports {
                            json.object { json in
                                json.member("at", report.time)
                                json.member("by") { $0.attendancePerson(report.person, on: campus) }
                                json.member("document", report.document)
                                json.member("signature", report.signature)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var saving: APIRoute {
        APIRoute(
            method: .put, pattern: Self.path, access: .administrator,
            operation: Operation(
                id: "saveAttendanceRules",
                summary:
                    "Puts other rules of attendance of a site in force. Times stay as they are, and closed months keep their totals.",
                tag: .attendance, body: "AttendanceRulesRequest", success: .json("PublishedRevision"),
                problems: [.unknownSite, .menuChanged, .nothingToPublish, .draftMistakes, .monthClosed])
        ) { request, person in
            let site = try request.site()
            let (document, seen) = try request.body { reader -> (JSONValue, Int64)? in
                reader.refuseUnknownMembers(except: ["document", "seen"])
                let document = reader["document"].value()
                if let document, case .object = document {
                } else if document != nil {
                    reader["document"].note(.type, "must be an object")
                }
                let seen = reader["seen"].integer(in: Int64(1)...Int64.max)
                guard let document, let seen else { return nil }
                return (document, seen)
            }
            let number = try await services.drafts.change(
                .attendance(site), to: document, seen: seen, by: person.id)
            var json = JSONWriter()
            json.object { json in json.member("number", number) }
            return .json(json.bytes)
        }
    }

    private var effect: APIRoute {
        APIRoute(
            method: .post, pattern: Self.path + "/effect", access: .administrator,
            operation: Operation(
                id: "previewAttendanceRules",
                summary:
                    "How much more or less each person would have had last month with other rules. Nothing is changed.",
                tag: .attendance, body: "AttendanceRulesEffectRequest",
                success: .json("AttendanceRulesEffect"), problems: [.unknownSite, .draftMistakes])
        ) { request, person in
            let site = try request.site()
            let (rules, hour) = try request.body { reader -> (JSONValue, JSONValue?)? in
                reader.refuseUnknownMembers(except: ["rules", "dayChangeHour"])
                return reader["rules"].value().map { ($0, reader["dayChangeHour"].optional?.value()) }
            }
            let proposed = try await campus(site) { document in
                document["workRules"] = rules
                document["dayChangeHour"] = hour
            }
            let found = try await services.attendance.effect(of: proposed, at: site)
            try await services.dataLooks.record(
                by: person.id, of: .attendance, at: Set(found.changes.map(\.person)))
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("month", found.month.description)
                json.member("closed", found.isClosed)
                json.member("changes") { json in
                    json.array { json in
                        for change in found.changes {
                            json.object { json in
                                json.member("person", change.person.rawValue)
                                json.member(
                                    "name", campus.person(change.person)?.name ?? change.person.rawValue)
                                json.member("workSeconds", change.work)
                                json.member("overtimeSeconds", change.overtime)
                                json.member("nightSeconds", change.night)
                                json.member("automaticBreakSeconds", change.automaticBreaks)
                                json.member("movedShifts", change.movedShifts)
                            }
                        }
                    }
                }
                json.member("unchanged", found.unchangedCount)
            }
            return .json(json.bytes)
        }
    }

    private var retentionEffect: APIRoute {
        APIRoute(
            method: .post, pattern: Self.path + "/retention-effect", access: .administrator,
            operation: Operation(
                id: "previewAttendanceRetention",
                summary: "Which months would be due with another rule of retention. Nothing is deleted.",
                tag: .attendance, body: "AttendanceRetentionEffectRequest",
                success: .json("AttendanceRetentionEffect"), problems: [.unknownSite, .draftMistakes])
        ) { request, _ in
            let site = try request.site()
            let rule = try request.body { reader -> JSONValue? in
                reader.refuseUnknownMembers(except: ["attendanceRetention"])
                return reader["attendanceRetention"].value()
            }
            let proposed = try await campus(site) { $0["attendanceRetention"] = rule }
            var json = JSONWriter()
            json.write(try await services.attendance.retention(at: site, with: proposed))
            return .json(json.bytes)
        }
    }

    /// The campus with other rules at a site.
    private func campus(_ site: SiteID, changing change: (inout JSONObject) -> Void) async throws -> Campus {
        let part = CampusPart.attendance(site)
        let present = try await services.drafts.draft(of: part).inForce
        guard case .object(var document) = present else { throw WorkplaceRefusal.unknownSite(site) }
        change(&document)
        return try await services.drafts.campus(with: .object(document), of: part)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ preset: WorkRulesPreset) {
        let rules = preset.rules
        object { json in
            json.member("id", preset.id)
            json.member("breaks") { json in
                json.array { json in
                    for rule in rules.automaticBreaks {
                        json.object { json in
                            json.member("afterMinutes", rule.after / 60)
                            json.member("minutes", rule.length / 60)
                        }
                    }
                }
            }
            if let limit = rules.dailyLimit { json.member("dailyMinutes", limit / 60) }
            if let limit = rules.weeklyLimit { json.member("weeklyMinutes", limit / 60) }
            if let limit = rules.monthlyLimit { json.member("monthlyMinutes", limit / 60) }
            json.member("night", Self.clocks(rules.night))
            json.member("attribution", rules.attribution.rawValue)
            json.member("rounding", rules.rounding.rawValue)
            json.member("weekBegins", Weekday.allCases[rules.firstWeekday].rawValue)
            json.member("refusedRoundings") { json in
                json.array { json in
                    for each in WorkRules.Rounding.allCases where preset.refused.contains(each) {
                        json.string(each.rawValue)
                    }
                }
            }
            json.member("sources") { json in
                json.array { json in
                    for source in preset.sources {
                        json.object { json in
                            json.member("statement", source.statement)
                            json.member("address", source.address)
                        }
                    }
                }
            }
            json.member("readOn", preset.readOn)
        }
    }

    /// A range of the wall clock as campus files write it, such as `22:00-05:00`.
    private static func clocks(_ range: Range<Int>) -> String {
        [range.lowerBound, range.upperBound].map { minute in
            let (hour, rest) = ((minute / 60) % 24, minute % 60)
            return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
        }.joined(separator: "-")
    }

    fileprivate mutating func write(_ state: AttendanceRetentionState) {
        object { json in
            json.member("due") { json in
                json.array { json in
                    for month in state.due {
                        json.object { json in
                            json.member("month", month.month.description)
                            json.member("lastEntry", month.lastEntry.description)
                            json.member("keptUntil", month.keptUntil.description)
                            json.member("records", month.records)
                        }
                    }
                }
            }
            if let next = state.next {
                json.member("next") { json in
                    json.object { json in
                        json.member("month", next.month.description)
                        json.member("keptUntil", next.keptUntil.description)
                    }
                }
            }
        }
    }
}
