/// The order as Foundation's coders want it; the peer of writing.
struct CodableOrder: Codable {
    struct Line: Codable {
        let item: String
        let quantity: Int
        let choices: [Choice]
        let note: String?
    }

    struct Choice: Codable {
        let choice: String
        let quantity: Int
    }

    struct Total: Codable {
        let amount: Int
        let currency: String
    }

    let cafe: String
    let lines: [Line]
    let expectedTotal: Total
}
