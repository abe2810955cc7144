import JSON
import TipCatalogues

extension TipCatalogue {
    /// Reads a catalogue that an earlier version of the program published.
    ///
    /// The format was wider then: texts could have several lines, and tips could have an experiment. A
    /// stricter format must not lose the current catalogue (TA5). If the document is refused, it is therefore
    /// read again, with spaces in place of control characters and without experiments: everybody gets the tip
    /// without variants.
    ///
    /// - Throws: `JSONDocumentError` with every mistake of the unchanged document.
    init(kept document: [UInt8]) throws(JSONDocumentError) {
        do throws(JSONDocumentError) {
            self = try TipCatalogue(reading: document)
        } catch {
            let refusal = error
            do {
                let document = try JSONValue(parsing: document).withoutExperiments.onOneLine
                self = try TipCatalogue(reading: document.bytes)
            } catch { throw refusal }
        }
    }
}

extension JSONValue {
    /// A catalogue without the experiments of its tips.
    fileprivate var withoutExperiments: JSONValue {
        guard case .object(var catalogue) = self, case .array(let tips)? = catalogue["tips"] else {
            return self
        }
        catalogue["tips"] = .array(
            tips.map { tip in
                guard case .object(var members) = tip else { return tip }
                members["experiment"] = nil
                return .object(members)
            })
        return .object(catalogue)
    }

    /// The value with a space in place of each control character in its texts.
    fileprivate var onOneLine: JSONValue {
        switch self {
        case .string(let text): .string(text.onOneLine)
        case .array(let elements): .array(elements.map(\.onOneLine))
        case .object(let object):
            .object(object.members.reduce(into: JSONObject()) { $0[$1.name.onOneLine] = $1.value.onOneLine })
        case .null, .boolean, .integer, .number: self
        }
    }
}

extension String {
    fileprivate var onOneLine: String {
        let scalars = unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
