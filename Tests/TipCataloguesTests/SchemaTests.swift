import Foundation
import JSON
import Testing
import TipCatalogues

/// `docs/tip-catalogue.schema.json` says what the reader says.
struct SchemaTests {
    private let schema: SchemaValidation

    init() throws {
        schema = try SchemaValidation(
            file: ProductCatalogueTests.folder.appending(path: "docs/tip-catalogue.schema.json"))
    }

    /// The kinds of mistakes that the schema must find too; the others need more than one place.
    private static let kindsOfShape: Set<JSONMistake.Code> = [.required, .type, .unknownMember]

    private func codes(_ value: JSONValue) -> Set<JSONMistake.Code> {
        var json = JSONWriter()
        json.value(value)
        do throws(JSONDocumentError) {
            _ = try TipCatalogue(reading: json.bytes)
            return []
        } catch {
            guard case .mistakes(let mistakes) = error else { return ["syntax"] }
            return Set(mistakes.list.map { $0.code })
        }
    }

    @Test func `TA8: the schema accepts the product's catalogue, and one with everything`() throws {
        let file = ProductCatalogueTests.folder.appending(path: "Web/Tips/catalogue.json")
        #expect(schema.accepts(try JSONValue(parsing: Array(Data(contentsOf: file)))))
        #expect(schema.accepts(try JSONValue(parsing: Array(TipCatalogueReadingTests.everything.utf8))))
    }

    @Test(arguments: [
        (#""title": "Hello""#, #""title": "\u001b[1mHello""#),
        (#""title": "Hello""#, #""title": "Hello\u202e""#),
        (#""title": "Hello""#, #""title": "Hel\u2028lo""#), ("2026-11-22", "2026-13-45"),
        ("2026-11-22", "2026-04-31"), ("2026-11-22", "2026-11-22T24:00:00Z"),
    ])
    func `TA8: schema and reader refuse the same texts and moments`(right: String, wrong: String) throws {
        let text = catalogueText(
            tips: """
                [ { "id": "t", "title": "Hello", "rules": [ { "<": [ { "clock": "now" }, { "time": "2026-11-22" } ] } ] } ]
                """)
        #expect(schema.accepts(try JSONValue(parsing: Array(text.utf8))))
        #expect(mistakes(text).isEmpty)
        let changed = text.replacing(right, with: wrong)
        #expect(!schema.accepts(try JSONValue(parsing: Array(changed.utf8))))
        #expect(mistakes(changed).count == 1)
    }

    @Test func `TA8: wherever a catalogue is changed, schema and reader say the same`() throws {
        let whole = try JSONValue(parsing: Array(TipCatalogueReadingTests.everything.utf8))
        let changed = whole.changed()
        #expect(changed.count > 500)
        for (place, value) in changed {
            let codes = codes(value)
            let accepts = schema.accepts(value)
            // What the schema refuses is refused; what has the wrong shape, the schema refuses.
            #expect(accepts || !codes.isEmpty, "the schema alone refuses \(place)")
            if !codes.isDisjoint(with: Self.kindsOfShape) { #expect(!accepts, "the schema accepts \(place)") }
        }
    }
}

extension JSONValue {
    /// The value with one thing in it changed, for each thing: left out, added, or of another kind.
    fileprivate func changed(at place: String = "") -> [(place: String, value: JSONValue)] {
        var all = Self.others.filter { $0 != self }.map { (place: "\(place) = \($0)", value: $0) }
        switch self {
        case .array(let elements):
            for index in elements.indices {
                for (where_, value) in elements[index].changed(at: "\(place)[\(index)]") {
                    var copy = elements
                    copy[index] = value
                    all.append((where_, .array(copy)))
                }
            }
        case .object(let object):
            for member in object.members {
                var without = object
                without[member.name] = nil
                all.append(("\(place) without \(member.name)", .object(without)))
                for (where_, value) in member.value.changed(at: "\(place).\(member.name)") {
                    var copy = object
                    copy[member.name] = value
                    all.append((where_, .object(copy)))
                }
            }
            var more = object
            more["somethingElse"] = 1
            all.append(("\(place) with something else", .object(more)))
        default: break
        }
        return all
    }

    private static let others: [JSONValue] = [
        .boolean(true), .integer(17), .string("zz"), .object([:]), .array([]),
    ]
}
