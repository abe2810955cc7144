import ESCPOS
import Essentials
import JSON

// Receipt printers.
extension CampusDecoder {
    /// Reads the receipt printers of a café; none when it does not have the member.
    func printers(_ member: JSONReader, stations: Declarations) -> [Printer]? {
        guard let list = member.optional else { return [] }
        var ids = Declarations()
        // First the identifiers, because a backup may follow the printer that names it.
        _ = list.array { reader -> PrinterID? in ids.declare(reader["id"]) }
        var addresses = Declarations()
        return list.array { printer($0, stations: stations, ids: ids, addresses: &addresses) }
    }

    private func printer(
        _ reader: JSONReader, stations: Declarations, ids: Declarations, addresses: inout Declarations
    ) -> Printer? {
        reader.refuseMembers(except: [
            "id", "name", "host", "port", "stations", "columns", "codePage", "language", "backup",
        ])
        let id: PrinterID? = reader["id"].identifier()
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let host = reader["host"].text(
            as: { Printer.isHost($0) ? $0 : nil },
            "must be the name or the address of a printer on the network")
        let port: Int? = reader["port"].optional.map { $0.integer(in: 1...65_535) } ?? Printer.standardPort
        var printed = Declarations()
        let stationIDs = reader["stations"].array { reader -> StationID? in
            let station: StationID? = stations.resolve(reader, "a station of this café")
            return printed.declare(station, at: reader)
        }
        let profile = profile(reader)
        let language = reader["language"].optional.map { $0.languageTag() }
        let backup = reader["backup"].optional.map { self.backup($0, of: id, ids) }
        // Two entries for one device would print into each other's documents.
        if let host, let port { _ = addresses.declare("\(host):\(port)", at: reader["host"]) }
        guard let id, let name, let host, let port, let stationIDs, let profile else { return nil }
        return Printer(
            id: id, name: name, host: host, port: port, stations: Set(stationIDs), profile: profile,
            language: language ?? nil, backup: backup ?? nil)
    }

    private func profile(_ reader: JSONReader) -> PrinterProfile? {
        let columns = reader["columns"].optional.map { reader -> Int? in
            guard let columns = reader.integer(in: 1...1_000) else { return nil }
            if PrinterProfile.columnCounts.contains(columns) { return columns }
            reader.note(.value, "must be 32, 42 or 48")
            return nil
        }
        let encoding = reader["codePage"].optional.map { $0.word(of: CharacterEncoding.allCases) }
        guard let columns = columns ?? 48, let encoding = encoding ?? .pc858 else { return nil }
        return PrinterProfile(columns: columns, encoding: encoding)
    }

    private func backup(_ reader: JSONReader, of printer: PrinterID?, _ ids: Declarations) -> PrinterID? {
        let backup: PrinterID? = ids.resolve(reader, "a printer of this café")
        guard let backup, backup == printer else { return backup }
        reader.note(.value, "must be another printer")
        return nil
    }
}
