import Essentials
import Ordering
import TestSupport
import Testing

struct LedgerTests {
    private let meal = LedgerAccount.meal(id("ada"), euro)
    private let funding = LedgerAccount.funding(euro)

    @Test
    func `an entry that does not balance cannot be made`() {
        #expect(throws: LedgerRefusal.unbalanced(by: euros(1))) {
            try entry([
                Posting(account: meal, amount: euros(101)), Posting(account: funding, amount: euros(-100)),
            ])
        }
    }

    @Test
    func `C26: an entry of two currencies cannot be made`() {
        let foreign = Posting(account: .sales(id("main")), amount: Money(minorUnits: -100, currency: dollar))
        #expect(throws: LedgerRefusal.mixedCurrencies(euro, dollar)) {
            try entry([Posting(account: meal, amount: euros(100)), foreign])
        }
        #expect(throws: LedgerRefusal.wrongCurrency(meal, dollar)) {
            try entry([Posting(account: meal, amount: Money(minorUnits: 100, currency: dollar)), foreign])
        }
    }

    @Test
    func `an entry needs two postings and a sum within 64 bits`() {
        #expect(throws: LedgerRefusal.tooFewPostings) { try entry([]) }
        #expect(throws: LedgerRefusal.tooFewPostings) {
            try entry([Posting(account: meal, amount: euros(0))])
        }
        #expect(throws: LedgerRefusal.overflow) {
            try entry([
                Posting(account: meal, amount: euros(.max)), Posting(account: funding, amount: euros(.max)),
            ])
        }
        #expect(throws: LedgerRefusal.overflow) {
            try LedgerEntry.opening(of: euros(.min), for: id("ada"), at: noon)
        }
    }

    @Test(arguments: [
        "meal:ada:EUR meal:grace:EUR", "sales:main sales:other", "tax:main tax:main", "sales:main tax:other",
        "tax:main sales:other", "funding:EUR funding:EUR",
    ])
    func `an entry has one account of each kind, and one café`(accounts: String) throws {
        let found = try accounts.split(separator: " ").map { try #require(LedgerAccount(String($0))) }
        #expect(throws: LedgerRefusal.ambiguousAccount(found[1])) {
            try entry([
                Posting(account: found[0], amount: euros(1)), Posting(account: found[1], amount: euros(-1)),
            ])
        }
    }

    @Test
    func `a payment takes the total from the diner and gives it to sales and tax`() throws {
        let lunch = try order(Basket(lines: [line("soup")]).priced(at: cafe()))
        let payment = try LedgerEntry.payment(for: lunch, at: noon)
        #expect(payment.kind == .payment)
        #expect(payment.order == lunch.id)
        #expect(
            payment.postings == [
                Posting(account: meal, amount: euros(-620)),
                Posting(account: .sales(id("main")), amount: euros(579)),
                Posting(account: .tax(id("main")), amount: euros(41)),
            ])
        let refund = try LedgerEntry.refund(of: lunch.basket.amount, for: lunch, at: noon)
        #expect(refund.kind == .refund)
        #expect(refund.postings.map(\.account) == payment.postings.map(\.account))
        #expect(refund.postings.map(\.amount.minorUnits) == payment.postings.map { -$0.amount.minorUnits })
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `any sequence of top-ups, payments and refunds balances`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let place = try cafe(taxRules: rules(TaxMode.allCases.randomElement(using: &generator) ?? .added))
        var balances: [LedgerAccount: Int64] = [:]
        var (paid, expected): ([Order], Int64) = ([], 0)
        for step in 1...60 {
            let entry: LedgerEntry
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                let amount = Int64.random(in: 1...5_000, using: &generator)
                entry = try .opening(of: euros(amount), for: id("ada"), at: noon)
                expected += amount
            case 1:
                let lines = [
                    line("soup", .random(in: 1...20, using: &generator)), line("latte", 1, [chosen("oat")]),
                ]
                let lunch = try order(Basket(lines: lines).priced(at: place), number: step)
                entry = try .payment(for: lunch, at: noon)
                paid.append(lunch)
                expected -= lunch.basket.total.minorUnits
            default:
                guard let lunch = paid.popLast() else { continue }
                entry = try .refund(of: lunch.basket.amount, for: lunch, at: noon)
                expected += lunch.basket.total.minorUnits
            }
            for posting in entry.postings {
                balances[posting.account, default: 0] += posting.amount.minorUnits
            }
            #expect(balances.values.reduce(0, +) == 0)
            #expect(balances[meal, default: 0] == expected)
        }
        let kept = paid.reduce(0) { $0 + $1.basket.subtotal.minorUnits }
        #expect(balances[.sales(id("main")), default: 0] == kept)
    }

    @Test(arguments: ["meal:ada:EUR", "sales:main", "tax:main", "funding:JPY", "cash:main", "terminal:main"])
    func `an account's text form reads back as the same account`(text: String) {
        #expect(LedgerAccount(text)?.description == text)
    }

    @Test(arguments: [
        "", "meal", "meal:ada", "meal:ada:EUR:", "meal:Ada:EUR", "meal:ada:XXX", "sales:", "sales:main:EUR",
        "tax",
        "funding:eur", "funding:EUR:1", "till:main", "cash:", "terminal:main:EUR", "Sales:main",
    ])
    func `a text that is no account is refused`(text: String) {
        #expect(LedgerAccount(text) == nil)
    }

    private func entry(_ postings: [Posting]) throws(LedgerRefusal) -> LedgerEntry {
        try LedgerEntry(kind: .opening, order: nil, postings: postings, at: noon)
    }
}
