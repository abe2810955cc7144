import Essentials
import JSON
import Ordering

// Cafés, but for their menus.
extension CampusDecoder {
    /// A café with where it is.
    struct PlacedCafe {
        let cafe: Cafe
        let point: GeographicPoint
        /// The area that the file draws, if it draws one.
        let area: GroundArea?
    }

    mutating func cafe(
        _ reader: JSONReader, site: SiteID?, zone: Zone?, holidays: Set<CalendarDate>,
        among siteCafes: inout SiteCafes
    ) -> PlacedCafe? {
        reader.refuseMembers(except: [
            "id", "name", "currency", "coordinate", "area", "hours", "dayBoundaryHour", "tax", "stations",
            "menu", "pickup", "handover", "ticketAges", "printers", "exceptions", "closedOnHolidays",
        ])
        let id: CafeID? = cafeIDs.declare(reader["id"])
        let _: CafeID? = siteCafes.ids.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let currency = reader["currency"].currency()
        let point = reader["coordinate"].geographicPoint()
        let area = reader["area"].optional?.groundArea(around: point)
        let openingHours = openingHours(reader, holidays: holidays)
        let dayBoundaryHour = reader["dayBoundaryHour"].integer(in: 0...23)
        var taxClasses = Declarations()
        let taxRules = taxRules(reader["tax"], declaring: &taxClasses)
        var stationIDs = Declarations()
        let stations = stations(reader["stations"], declaring: &stationIDs)
        if let id { siteCafes.stations[id] = stationIDs }
        let pickup = pickupRules(reader["pickup"], stations: stationIDs)
        let handover = handoverRules(reader["handover"])
        let ages = ticketAges(reader["ticketAges"])
        let printers = printers(reader["printers"], stations: stationIDs)
        var menuDecoder = MenuDecoder(
            textRule: textRule, defaultLanguage: defaultLanguage, currency: currency, stations: stationIDs,
            taxClasses: taxClasses)
        let menu = menuDecoder.menu(reader["menu"])
        guard let id, let site, let name, let zone, let currency, let point, let openingHours,
            let dayBoundaryHour, let taxRules, let menu, let stations, let pickup, let handover, let ages,
            let printers
        else { return nil }
        initialStock[id] = menuDecoder.initialStock
        self.printers[id] = printers
        do throws(CafeRefusal) {
            let cafe = try Cafe(
                id: id, site: site, name: name, zone: zone, currency: currency, openingHours: openingHours,
                dayBoundaryHour: dayBoundaryHour, taxRules: taxRules, menu: menu, stations: stations,
                pickup: pickup, handover: handover, ticketAges: ages)
            return PlacedCafe(cafe: cafe, point: point, area: area)
        } catch {
            // The checks above leave nothing to refuse; if they ever do, the error names the place.
            reader.note(.value, "has parts that do not fit together")
            return nil
        }
    }

    /// Reads the hours of the week with the days that differ; public holidays are closed where the café says so, unless an entry
    /// has the day.
    private func openingHours(_ cafe: JSONReader, holidays: Set<CalendarDate>) -> OpeningHours? {
        let week = cafe["hours"].openingHours()
        let entries = cafe["exceptions"].optional.map { $0.hourExceptions() } ?? [:]
        let isClosed = cafe["closedOnHolidays"].optional.map { $0.boolean() } ?? false
        guard let week, let entries, let isClosed else { return nil }
        let closed =
            isClosed ? Dictionary(uniqueKeysWithValues: holidays.map { ($0, [LocalTimeRange]()) }) : [:]
        return OpeningHours(week.ranges, exceptions: closed.merging(entries) { _, entry in entry })
    }

    private func stations(_ reader: JSONReader, declaring ids: inout Declarations) -> [Station]? {
        if (reader.elementCount ?? 0) == 0 { ids.noteUnreadable() }
        return reader.nonEmptyArray { reader in
            reader.refuseMembers(except: ["id", "name"])
            let id: StationID? = ids.declare(reader["id"])
            let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
            guard let id, let name else { return nil }
            return Station(id: id, name: name)
        }
    }

    private func taxRules(_ reader: JSONReader, declaring classes: inout Declarations) -> TaxRules? {
        reader.refuseMembers(except: ["included", "rounding", "roundingLevel", "rates"])
        let isIncluded = reader["included"].boolean()
        let rounding = reader["rounding"].word(of: [RoundingMode.halfUp, .halfEven, .down])
        let level = reader["roundingLevel"].optional.map { $0.word(of: TaxRoundingLevel.allCases) } ?? .line
        let rates = taxRates(reader["rates"], declaring: &classes)
        guard let isIncluded, let rounding, let level, let rates else { return nil }
        let rules = TaxRules(
            mode: isIncluded ? .included : .added, rounding: rounding, roundingLevel: level, rates: rates)
        guard rules.canRoundExactly else {
            let maximum = TaxRules.maximumRatesPerOrder
            reader["roundingLevel"].note(
                .value, "must not be \"order\" with more than \(maximum) different rates")
            return nil
        }
        return rules
    }

    private func taxRates(
        _ reader: JSONReader, declaring classes: inout Declarations
    ) -> [TaxClassID: TaxRate]? {
        let rates = reader.members { name, reader -> (TaxClassID, TaxRate)? in
            let taxClass: TaxClassID? = reader.identifier(named: name)
            let declared = classes.declare(taxClass, at: reader)
            let rate = reader.taxRate()
            guard let declared, let rate else { return nil }
            return (declared, rate)
        }
        if (reader.memberCount ?? 0) == 0 { classes.noteUnreadable() }
        if rates?.isEmpty == true { reader.note(.value, "must have at least one rate") }
        return rates.map { Dictionary($0) { first, _ in first } }
    }
}
