import Essentials
import JSON
import Ordering
import Workplace

extension JSONWriter {
    mutating func organisation(_ organisation: Organisation, in language: WireLanguage) {
        object { json in
            json.member("id", organisation.id.rawValue)
            json.member("name", language.text(organisation.name))
        }
    }

    /// Writes a café with its position and the time on its clock.
    mutating func cafe(
        _ cafe: Cafe, on campus: Campus, _ services: WorkplaceServices, pausedUntil: Timestamp?,
        in language: WireLanguage, isDetailed: Bool = false
    ) {
        let now = services.now()
        let status = services.campuses.openingStatus(of: cafe, at: now)
        object { json in
            json.member("id", cafe.id.rawValue)
            json.member("name", language.text(cafe.name))
            if let site = campus.site(cafe.site) { json.place(of: cafe, on: site, in: language) }
            json.member("timeZone", cafe.zone.identifier)
            json.member("today", cafe.serviceDay(at: now).date.description)
            json.member("currency", cafe.currency.code)
            json.member("isOpen", status.isOpen)
            json.member("opensAt", optional: status.opensAt)
            json.member("closesAt", optional: status.closesAt)
            json.member("pausedUntil", optional: pausedUntil)
            json.member("hasPickupWindows", cafe.pickup != nil)
            if cafe.handover != HandoverRules() { json.member("handover") { $0.handover(cafe.handover) } }
            if isDetailed { json.details(of: cafe, from: now, in: language) }
        }
    }

    private mutating func handover(_ rules: HandoverRules) {
        object { json in
            json.member("code", rules.requiresCode)
            json.member("passConfirms", rules.isConfirmedAtPass)
            if let reminder = rules.reminder {
                json.member("remindMinutes", Int(reminder.components.seconds / 60))
            }
            guard let limit = rules.limit else { return }
            json.member("giveUpMinutes", Int(limit.components.seconds / 60))
            json.member("refundPercent", rules.refundPercent)
        }
    }

    private mutating func place(of cafe: Cafe, on site: Site, in language: WireLanguage) {
        member("site") { json in
            json.object { json in
                json.member("id", site.id.rawValue)
                json.member("name", language.text(site.name))
            }
        }
        guard let point = site.cafePoints[cafe.id] else { return }
        member("coordinate") { json in json.object { $0.members(of: point) } }
        if let area = site.cafeAreas[cafe.id] { member("area") { $0.area(area) } }
    }

    private mutating func members(of point: GeographicPoint) {
        member("latitude", point.latitude)
        member("longitude", point.longitude)
    }

    private mutating func details(of cafe: Cafe, from time: Timestamp, in language: WireLanguage) {
        member("stations") { json in
            json.array { json in
                for station in cafe.stations {
                    json.object { json in
                        json.member("id", station.id.rawValue)
                        json.member("name", language.text(station.name))
                    }
                }
            }
        }
        member("ticketAges") { json in
            json.object { json in
                for kind in OrderKind.allCases {
                    let ages = cafe.ticketAges(of: kind)
                    json.member(named: kind.rawValue) { json in
                        json.object { json in
                            json.member("ageingMinutes", ages.ageing.wholeMinutes)
                            json.member("lateMinutes", ages.late.wholeMinutes)
                        }
                    }
                }
            }
        }
        member("hours") { json in
            json.object { json in
                for day in Weekday.allCases {
                    let ranges = cafe.openingHours.ranges[day] ?? []
                    json.member(named: day.rawValue) { json in
                        json.array { json in for range in ranges { json.string(range.description) } }
                    }
                }
            }
        }
        let today = cafe.zone.date(at: time)
        let coming = cafe.openingHours.exceptions.filter { $0.key >= today }
        member("exceptions") { json in
            json.array { json in
                for (date, ranges) in coming.sorted(by: { $0.key < $1.key }) {
                    json.object { json in
                        json.member("date", date.description)
                        json.member("hours") { json in
                            json.array { json in for range in ranges { json.string(range.description) } }
                        }
                    }
                }
            }
        }
    }
}

extension Duration {
    /// The duration in whole minutes.
    var wholeMinutes: Int { Int(components.seconds / 60) }
}
