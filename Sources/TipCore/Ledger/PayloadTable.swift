import TipRules

/// The different payloads of an event's donations, each with a number: its place among them.
struct PayloadTable: Sendable {
    private(set) var payloads: [RuleValue] = []
    #if !hasFeature(Embedded)
        /// The numbers of the first payloads, as many as there were when one was last looked for.
        private var numbers: [RuleValue: UInt32] = [:]
        private var numberedCount = 0
    #endif

    /// Begins with payloads that are all different.
    ///
    /// They are numbered when one is first looked for, which nobody does while a store is opened.
    init(_ payloads: [RuleValue] = []) { self.payloads = payloads }

    subscript(number: UInt32) -> RuleValue { payloads[Int(number)] }

    /// The number of a payload, which is taken in unless it is known.
    mutating func number(of payload: RuleValue) -> UInt32 {
        if let known = known(payload) { return known }
        payloads.append(payload)
        return UInt32(payloads.count - 1)
    }

    #if hasFeature(Embedded)
        // A page has few payloads, and loads the code.
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
