public import FoundationEssentials
public import TipCore
public import TipRules

extension Tips {
    /// An event in a rule that is being written.
    public struct EventTerm<DonationInfo: Codable & Sendable>: Sendable {
        /// The stored donations of the event.
        public let donations: DonationsTerm<DonationInfo>
    }

    /// Donations in a rule that is being written.
    public struct DonationsTerm<DonationInfo: Codable & Sendable>: Sendable {
        /// The selection of donations.
        public let query: DonationQuery
        let context: RuleContext

        /// How many there are (T54).
        public var count: Term<Int> { Term(.count(query), context) }
        /// Whether there are none.
        public var isEmpty: Term<Bool> { count == 0 }
        /// The newest donation; its members are null when there is no donation.
        public var last: DonationTerm<DonationInfo> {
            DonationTerm(payload: .newestPayload(query), time: .newest(query), context: context)
        }

        /// The donations of a window that ends now (T59).
        public func donatedWithin(_ range: DonationTimeRange) -> DonationsTerm {
            with(.within(range.window, query))
        }

        /// The donations for which a condition holds (T61).
        public func filter(_ condition: (DonationTerm<DonationInfo>) -> Term<Bool>) -> DonationsTerm {
            let condition = condition(
                DonationTerm(payload: .payload, time: .donationTime, context: RuleContext()))
            return DonationsTerm(
                query: .filtered(query, where: condition.expression),
                context: context.union(condition.context))
        }

        /// Whether a condition holds for at least one donation.
        public func contains(where condition: (DonationTerm<DonationInfo>) -> Term<Bool>) -> Term<Bool> {
            filter(condition).count > 0
        }

        /// Whether a condition holds for each donation.
        public func allSatisfy(_ condition: (DonationTerm<DonationInfo>) -> Term<Bool>) -> Term<Bool> {
            filter { !condition($0) }.count == 0
        }

        /// The donations with the most frequent value of a member (T62).
        public func largestSubset(groupedBy member: KeyPath<DonationInfo, some Hashable>) -> DonationsTerm {
            subset(by: member) { .largestSubset(query, by: $0) }
        }

        /// The donations with the least frequent value of a member (T63).
        public func smallestSubset(groupedBy member: KeyPath<DonationInfo, some Hashable>) -> DonationsTerm {
            subset(by: member) { .smallestSubset(query, by: $0) }
        }

        private func with(_ query: DonationQuery) -> DonationsTerm {
            DonationsTerm(query: query, context: context)
        }

        // Groups are formed by stored members, so a computed member cannot form groups.
        private func subset(by member: AnyKeyPath, _ make: ([RuleText]) -> DonationQuery) -> DonationsTerm {
            if let names = MemberNames.names(of: member) { return with(make(names)) }
            var refused = self.context
            refused.refusal = .invalidPredicateValueType
            return DonationsTerm(query: query, context: refused)
        }
    }

    /// One donation in a rule that is being written.
    @dynamicMemberLookup
    public struct DonationTerm<DonationInfo: Codable & Sendable>: Sendable {
        let payload: RuleExpression
        let time: RuleExpression
        let context: RuleContext

        /// When it was made.
        public var date: Term<Date> { Term(time, context) }
        /// The data of the donation.
        public var info: Term<DonationInfo> { Term(payload, context) }

        /// A member of the data.
        public subscript<Member: Codable & Sendable>(
            dynamicMember keyPath: any KeyPath<DonationInfo, Member> & Sendable
        ) -> Term<Member> {
            info[dynamicMember: keyPath]
        }
    }
}
