import TipRules

/// The distinct payloads of an event's donations; the number of a payload is its index.
struct PayloadTable: Sendable {
    private(set) var payloads: [RuleValue] = []
    #if !hasFeature(Embedded)
        /// The numbers of the payloads that were in the table at the last search.
        private var numbers: [RuleValue: UInt32] = [:]
        private var numberedCount = 0
    #endif

    /// Makes a table of distinct payloads.
    ///
    /// They are numbered at the first search, which does not happen while a store is opened.
    init(_ payloads: [RuleValue] = []) { self.payloads = payloads }

    subscript(number: UInt32) -> RuleValue { payloads[Int(number)] }

    /// The number of a payload; adds the payload if it is unknown.
    mutating func number(of payload: RuleValue) -> UInt32 {
        if let known = known(payload) { return known }
        payloads.append(payload)
        return UInt32(payloads.count - 1)
    }

    #if hasFeature(Embedded)
        // A page has few payloads, and this code is smaller than a table.
        private func known(_ payload: RuleValue) -> UInt32? {
            for number in payloads.indices where payloads[number] == payload { return UInt32(number) }
            return nil
        }
    #else
        private mutating func known(_ payload: RuleValue) -> UInt32? {
            while numberedCount < payloads.count {
                numbers[payloads[numberedCount]] = UInt32(numberedCount)
                numberedCount += 1
            }
            return numbers[payload]
        }
    #endif
}
