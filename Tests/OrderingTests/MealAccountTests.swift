import Essentials
import Ordering
import Testing

struct MealAccountTests {
    @Test(
        arguments: [
            (1_000, 0, 1_000, true), (1_000, 0, 1_001, false), (0, 0, 0, true), (-1, 0, 0, false),
            (1_000, 500, 1_500, true), (1_000, 500, 1_501, false), (1_000, -500, 1_000, true),
            (.min, 0, 1, false), (.min, .max, 1, false), (.max, .max, .max, true), (-100, .max, 100, true),
        ] as [(Int64, Int64, Int64, Bool)])
    func `balance and credit together must cover the amount`(
        balance: Int64, credit: Int64, amount: Int64, isCovered: Bool
    ) throws {
        let account = MealAccount(person: id("ada"), balance: euros(balance), creditMinorUnits: credit)
        if isCovered {
            try account.authorise(euros(amount))
        } else {
            let refusal = OrderRefusal.insufficientFunds(balance: euros(balance), needed: euros(amount))
            #expect(throws: refusal) { try account.authorise(euros(amount)) }
        }
    }

    @Test(arguments: [(400, 600, true), (400, 601, false), (1_000, 1, false), (1_200, 0, false)])
    func `the reserved amount of waiting orders cannot be spent`(
        reserved: Int64, amount: Int64, isCovered: Bool
    ) throws {
        let account = try MealAccount(person: id("ada"), balance: euros(1_000), reserved: euros(reserved))
        if isCovered {
            try account.authorise(euros(amount))
        } else {
            let left = euros(1_000 - reserved)
            #expect(throws: OrderRefusal.insufficientFunds(balance: left, needed: euros(amount))) {
                try account.authorise(euros(amount))
            }
        }
        #expect(throws: MoneyError.self) {
            try MealAccount(
                person: id("ada"), balance: euros(1), reserved: Money(minorUnits: 1, currency: dollar))
        }
    }

    @Test
    func `C26: an account of one currency does not pay another`() {
        let account = MealAccount(person: id("ada"), balance: euros(1_000))
        #expect(throws: OrderRefusal.noAccountInCurrency(dollar)) {
            try account.authorise(Money(minorUnits: 1, currency: dollar))
        }
    }
}
