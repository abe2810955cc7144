/// Some donations of a history, by their places, the oldest first.
struct DonationSelection: Sequence {
    let history: DonationHistory
    /// The first moment at which time alone could change the selection.
    var next: RuleTime?
    private(set) var places: Places

    enum Places {
        case range(Range<Int>)
        case listed([Int])
    }

    init(_ history: DonationHistory, _ places: Places, next: RuleTime? = nil) {
        self.history = history
        self.places = places
        self.next = next
    }

    var count: Int {
        switch places {
        case .range(let range): range.count
        case .listed(let list): list.count
        }
    }

    var first: Int? {
        switch places {
        case .range(let range): range.first
        case .listed(let list): list.first
        }
    }

    var last: Int? {
        switch places {
        case .range(let range): range.last
        case .listed(let list): list.last
        }
    }

    /// Iterates over the places.
    struct Iterator: IteratorProtocol {
        /// The remaining places: places of donations, or places in the list.
        private var rest: Range<Int>
        private let list: [Int]?

        fileprivate init(_ places: Places) {
            switch places {
            case .range(let range): (rest, list) = (range, nil)
            case .listed(let list): (rest, self.list) = (0..<list.count, list)
            }
        }

        mutating func next() -> Int? {
            guard let next = rest.first else { return nil }
            rest = (next + 1)..<rest.upperBound
            return list?[next] ?? next
        }
    }

    func makeIterator() -> Iterator { Iterator(places) }

    /// The donations within a window; the next donation to leave it decides how long the selection stays
    /// (T59, T68).
    ///
    /// After a clock went back, donations in its future count as made now (TD14).
    func within(_ window: RuleWindow, at now: RuleTime) -> DonationSelection {
        let start = history.firstIndex(since: window.start(at: now))
        var result = self
        switch places {
        case .range(let range):
            result.places = .range(
                Swift.min(Swift.max(start, range.lowerBound), range.upperBound)..<range.upperBound)
        case .listed(let list): result.places = .listed(list.filter { $0 >= start })
        }
        result.next = earlier(next, result.first.flatMap { window.leaving(history.times[$0]) })
        return result
    }

    /// The largest, or smallest, group of donations with the same value of a member.
    ///
    /// Of two groups of that size, it is the group whose first donation is older (TD14).
    func subset(by path: [RuleText], largest: Bool) -> DonationSelection {
        guard count > 0 else { return self }
        let groups = Groups(self, by: path)
        var best = 0
        for group in 1..<Swift.max(groups.sizes.count, 1) {
            let (size, bestSize) = (groups.sizes[group], groups.sizes[best])
            if largest ? size > bestSize : size < bestSize { best = group }
        }
        let members = filter { groups.ofPayload[Int(history.payloadNumbers[$0])] == best }
        return DonationSelection(history, .listed(members), next: next)
    }

    /// The group of each payload, and the number of donations in each group.
    ///
    /// Groups are numbered in the order of their first donations.
    private struct Groups {
        var ofPayload: [Int]
        var sizes: [Int] = []

        init(_ selection: DonationSelection, by path: [RuleText]) {
            let history = selection.history
            ofPayload = Array(repeating: -1, count: history.payloads.count)
            var values: [RuleValue] = []
            for place in selection {
                let payload = Int(history.payloadNumbers[place])
                if ofPayload[payload] < 0 {
                    let value = history.payloads[payload][path: path]
                    let known = values.firstIndex { $0.equals(value) || $0 == value }
                    ofPayload[payload] = known ?? values.count
                    if known == nil {
                        values.append(value)
                        sizes.append(0)
                    }
                }
                sizes[ofPayload[payload]] += 1
            }
        }
    }
}

extension RuleEvaluation {
    /// The donations that a query selects.
    func selection(_ query: DonationQuery) -> DonationSelection {
        switch query {
        case .all(let event):
            let history = facts.history(ofEvent: event)
            let all = DonationSelection(history, .range(0..<history.count))
            guard let age = history.maximumAge else { return all }
            return all.within(age, at: now)
        case .within(let window, let query): return selection(query).within(window, at: now)
        case .filtered(let query, let condition): return filtered(selection(query), condition)
        case .largestSubset(let query, let path): return selection(query).subset(by: path, largest: true)
        case .smallestSubset(let query, let path): return selection(query).subset(by: path, largest: false)
        }
    }

    private func filtered(_ selection: DonationSelection, _ condition: RuleExpression) -> DonationSelection {
        condition.looksAtTime
            ? filteredOneByOne(selection, condition) : filteredByPayload(selection, condition)
    }

    private func filteredOneByOne(
        _ selection: DonationSelection, _ condition: RuleExpression
    ) -> DonationSelection {
        let history = selection.history
        var next = selection.next
        var places: [Int] = []
        for place in selection {
            let donation = DonationAtHand(payload: history.payload(at: place), time: history.times[place])
            let finding = finding(condition, donation)
            next = earlier(next, finding.next)
            if finding.value.isTrue { places.append(place) }
        }
        return DonationSelection(history, .listed(places), next: next)
    }

    // The condition is evaluated once for each distinct payload.
    private func filteredByPayload(
        _ selection: DonationSelection, _ condition: RuleExpression
    ) -> DonationSelection {
        let history = selection.history
        let numbers = history.payloadNumbers
        var verdicts: [Bool?] = Array(repeating: nil, count: history.payloads.count)
        var places: [Int] = []
        places.reserveCapacity(selection.count)
        for place in selection {
            let number = Int(numbers[place])
            let verdict: Bool
            if let known = verdicts[number] {
                verdict = known
            } else {
                let donation = DonationAtHand(payload: history.payloads[number], time: history.times[place])
                verdict = finding(condition, donation).value.isTrue
                verdicts[number] = verdict
            }
            if verdict { places.append(place) }
        }
        return DonationSelection(history, .listed(places), next: selection.next)
    }
}
