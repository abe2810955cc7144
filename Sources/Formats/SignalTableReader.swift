import Beacons
public import Observations

/// Reads tables of signal strengths (CSV) with a row for each scan and a column for each beacon.
///
/// A second table has the times. The values of a scan become sightings in the order of their times, and each
/// one shows that the receiver listened until then. A cell that cannot be read is skipped, and so is a row
/// with a wrong number of cells.
public struct SignalTableReader: RecordingReader {
    private let map: ColumnMap
    private let source: ObservationSource
    private var signals: TableRows
    private var times: TableRows
    private var row = 0
    private var items = PendingItems()
    private var beat = ListeningBeat()

    /// Opens a table.
    ///
    /// - Parameters:
    ///   - signals: The table of signal strengths.
    ///   - times: The table of times, with the same rows and columns.
    ///   - map: The meaning of the columns.
    ///   - source: The source of the sightings.
    public init(
        signals: [UInt8], times: [UInt8], map: ColumnMap, source: ObservationSource = ObservationSource("csv")
    ) {
        self.map = map
        self.source = source
        self.signals = TableRows(signals)
        self.times = TableRows(times)
    }

    /// Reads the next item.
    ///
    /// - Returns: `nil` at the end of the table, or after the last row of the map.
    /// - Throws: ``RecordingError/Reason/cut(end:)`` when the last row is incomplete, and
    ///   ``RecordingError/Reason/timesMissing`` when a row has no times.
    public mutating func next() throws(RecordingError) -> RecordedItem? {
        while true {
            if let item = items.next() { return item }
            guard row < map.rows.upperBound, let signalRow = signals.peek() else { return nil }
            guard let timeRow = times.peek() else {
                throw RecordingError(.timesMissing, offset: signalRow.offset)
            }
            try check(signalRow)
            signals.advance(behind: signalRow)
            times.advance(behind: timeRow)
            row += 1
            if map.rows.contains(row) { decode(signalRow, timeRow) }
        }
    }

    /// A last row with all cells counts as complete without its line end, because many programs write it that
    /// way.
    private func check(_ row: TableRow) throws(RecordingError) {
        guard !row.hasLineEnd else { return }
        guard row.cells.count >= map.columns.count, row.cells.allSatisfy({ Int64($0) != nil }) else {
            throw RecordingError(.cut(end: row.end), offset: row.offset)
        }
    }

    private mutating func decode(_ signalRow: TableRow, _ timeRow: TableRow) {
        let (signals, times) = (signalRow.cells, timeRow.cells)
        guard signals.count == map.columns.count, times.count == map.columns.count else {
            items.append(.defect(.rowOfOtherLength, offset: signalRow.offset))
            return
        }
        var heard: [(time: ObservationTime, sighting: BeaconSighting)] = []
        for (index, column) in map.columns.enumerated() {
            guard let number = Int64(signals[index]) else {
                items.append(.defect(.signalUnreadable, offset: signalRow.offset))
                continue
            }
            guard number != map.notHeard else { continue }
            guard let rssi = Int8(exactly: number), rssi < 127 else {
                items.append(.defect(.signalUnreadable, offset: signalRow.offset))
                continue
            }
            guard let microseconds = Int64(times[index]).flatMap(map.timeUnit.microseconds) else {
                items.append(.defect(.timeUnreadable, offset: signalRow.offset))
                continue
            }
            let sighting = BeaconSighting(
                identity: column.identity, measuredPower: map.measuredPower, rssi: rssi)
            heard.append((ObservationTime(microseconds: microseconds), sighting))
        }
        append(heard)
    }

    private mutating func append(_ heard: [(time: ObservationTime, sighting: BeaconSighting)]) {
        // If times are equal, the left column comes first: the result must not depend on an unstable sort.
        let order = heard.indices.sorted { (heard[$0].time, $0) < (heard[$1].time, $1) }
        for index in order {
            beat.listened(source, until: heard[index].time, to: &items)
            items.append(source, heard[index].time, .sighting(heard[index].sighting))
        }
    }
}
