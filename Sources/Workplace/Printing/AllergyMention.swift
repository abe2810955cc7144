/// Finds notes that warn of an allergy, by the words that `Web/Cafes/models/allergen-ranks.js` knows too.
enum AllergyMention {
    private static let beginnings = [
        "allerg", "alerg", "alérg", "intoleran", "unverträg", "celiac", "coeliac", "celíac", "zöliak",
        "anaphyla",
        "anafil", "アレルギ", "不耐", "セリアック", "알레르", "알러지", "불내", "حساسي",
    ]

    /// Whether a note mentions an allergy, an intolerance or coeliac disease.
    static func isIn(_ note: String) -> Bool {
        let note = note.lowercased()
        return beginnings.contains { note.contains($0) }
    }
}
