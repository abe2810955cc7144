import JSON
import TipCatalogues
import TipCore

/// What holds for any bytes that are read as a catalogue of tips.
public enum CatalogueRules: Sendable {
    /// Tries bytes as a catalogue: what is read is read again from what is written of it, can be checked, and can be lived with.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        let catalogue: TipCatalogue
        do throws(JSONDocumentError) {
            catalogue = try TipCatalogue(reading: bytes)
        } catch {
            let lines = error.lines(file: "tips")
            try BrokenRule.unless(!lines.isEmpty, "A catalogue was refused without a reason.")
            try BrokenRule.unless(
                lines.allSatisfy { $0.obeyedScalar == nil }, "A reason has a character that a screen obeys.")
            guard case .mistakes(let mistakes) = error else { return }
            try BrokenRule.unless(
                mistakes.list.allSatisfy { $0.description.obeyedScalar == nil },
                "A mistake has a character that a screen obeys.")
            return
        }
        var json = JSONWriter()
        catalogue.write(to: &json)
        let again: TipCatalogue
        do throws(JSONDocumentError) {
            again = try TipCatalogue(reading: json.bytes)
        } catch {
            throw BrokenRule("A catalogue that was read cannot be read from what is written of it: \(error).")
        }
        // By what is written: not-a-number in a rule equals nothing.
        var written = JSONWriter()
        again.write(to: &written)
        try BrokenRule.unless(
            written.bytes == json.bytes, "A catalogue changed when it was written and read.")
        try checkLife(with: catalogue)
    }

    private static func checkLife(with catalogue: TipCatalogue) throws(BrokenRule) {
        let audience = TipAudience(platform: "web", languages: ["de-CH"])
        let given = catalogue.tips(for: audience)
        try BrokenRule.unless(
            given.allSatisfy { catalogue.languages.contains($0.language) },
            "A tip is given in a language that the catalogue does not have.")
        try BrokenRule.unless(
            given.allSatisfy { $0.title.obeyedScalar == nil && ($0.message ?? "").obeyedScalar == nil },
            "A tip has a character that a screen obeys.")
        // More of them take longer, and are no other case.
        guard catalogue.tips.count <= 4 else { return }
        _ = catalogue.check()
        let timeline = TipSimulation(catalogue: catalogue, audience: audience, days: 3).timeline()
        try BrokenRule.unless(timeline.tips == given, "A timeline has other tips than those that are given.")
    }
}
