import JSON
import TipCatalogues

extension TipCatalogue {
    /// Reads a catalogue that was taken before.
    ///
    /// Texts could have several lines then. A rule about looks must not lose the last good version (TA5), so what is no
    /// letter becomes a space where a catalogue is refused as it is.
    ///
    /// - Throws: `JSONDocumentError` with every mistake of the catalogue as it is.
    init(kept document: [UInt8]) throws(JSONDocumentError) {
        do throws(JSONDocumentError) {
            self = try TipCatalogue(reading: document)
        } catch {
            let asItIs = error
            do throws(JSONDocumentError) { self = try TipCatalogue(reading: document.inLines) } catch {
                throw asItIs
            }
        }
    }
}

extension [UInt8] {
    /// A JSON document with a space in the place of each control character of its texts.
    fileprivate var inLines: [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(count)
        var place = 0
        while place < count {
            let length = controlLength(at: place)
            if length > 0 {
                lines.append(UInt8(ascii: " "))
                place += length
            } else {
                // What follows a backslash belongs to it.
                let step = self[place] == UInt8(ascii: "\\") ? Swift.min(2, count - place) : 1
                lines += self[place..<(place + step)]
                place += step
            }
        }
        return lines
    }

    /// How many bytes stand for a control character at a place; none where there is another one.
    private func controlLength(at place: Int) -> Int {
        if self[place] == 0x7F { return 1 }
        guard place + 1 < count else { return 0 }
        let next = self[place + 1]
        if self[place] == 0xC2, (0x80...0x9F).contains(next) { return 2 }
        guard self[place] == UInt8(ascii: "\\") else { return 0 }
        if "nrtbf".utf8.contains(next) { return 2 }
        guard next == UInt8(ascii: "u"), place + 5 < count,
            let scalar = UInt32(String(decoding: self[(place + 2)...(place + 5)], as: UTF8.self), radix: 16)
        else { return 0 }
        return scalar < 0x20 || (0x7F...0x9F).contains(scalar) ? 6 : 0
    }
}
