import Essentials
import Ordering
import Testing

struct OrderStateMachineTests {
    /// What the contract says of one step of an order (C42 and C107).
    struct Step: CustomTestStringConvertible {
        let testDescription: String
        let stage: OrderStage
        let input: OrderInput
        let next: OrderStage

        init(_ fact: String, _ stage: OrderStage, _ input: OrderInput, _ next: OrderStage) {
            testDescription = fact
            (self.stage, self.input, self.next) = (stage, input, next)
        }
    }

    static let steps = [
        Step("a person places what they put together", .draft, .place, .placed),
        Step("a paid order is accepted", .placed, .accept, .accepted),
        Step("a café may reject a placed order", .placed, .reject, .rejected),
        Step("the kitchen cannot make an accepted order", .accepted, .reject, .rejected),
        Step("the kitchen cannot finish an order", .preparing, .reject, .rejected),
        Step("the kitchen begins", .accepted, .startPreparing, .preparing),
        Step("the kitchen finishes", .preparing, .becomeReady, .ready),
        Step("the person collects", .ready, .collect, .collected),
        Step("nobody collects", .ready, .markNotCollected, .notCollected),
        Step("the person collects late", .notCollected, .collect, .collected),
        Step("a finished order is recalled", .ready, .backToPreparing, .preparing),
        Step("a collected order is recalled", .collected, .backToPreparing, .preparing),
        Step("a person gives up a draft", .draft, .cancel, .cancelled),
        Step("a person cancels a waiting order", .placed, .cancel, .cancelled),
        Step("a person cancels before the kitchen begins", .accepted, .cancel, .cancelled),
        Step("a draft expires", .draft, .expire, .expired),
        Step("a waiting order expires", .placed, .expire, .expired),
    ]

    private let cause = TransitionCause(
        actor: .person(id("ada")), device: id("phone"), at: noon, reason: "changed their mind")

    @Test(arguments: steps)
    func `C42: an order takes each step of the contract`(step: Step) throws {
        var machine = OrderStateMachine(stage: step.stage, version: 7)
        let transition = try machine.apply(step.input, expectedVersion: 7, cause: cause)
        #expect(machine == OrderStateMachine(stage: step.next, version: 8))
        #expect(transition == OrderTransition(from: step.stage, to: step.next, version: 8, cause: cause))
    }

    @Test(arguments: OrderStage.allCases)
    func `C42: every other step is refused and changes nothing`(stage: OrderStage) {
        let known = Self.steps.filter { $0.stage == stage }.map(\.input)
        for input in OrderInput.allCases where !known.contains(input) {
            var machine = OrderStateMachine(stage: stage, version: 7)
            #expect(throws: OrderTransitionRefusal.illegal(stage: stage, input: input)) {
                try machine.apply(input, expectedVersion: 7, cause: cause)
            }
            #expect(machine == OrderStateMachine(stage: stage, version: 7))
        }
    }

    @Test(arguments: [OrderStage.cancelled, .rejected, .expired])
    func `C42: a cancelled, rejected or expired order is final`(stage: OrderStage) {
        #expect(OrderInput.allCases.allSatisfy { OrderStateMachine.stage(after: $0, in: stage) == nil })
    }

    @Test(arguments: OrderStage.allCases, [6, 8, -1])
    func `C43: a stale version gets the current stage and version and changes nothing`(
        stage: OrderStage, expectedVersion: Int
    ) {
        for input in OrderInput.allCases {
            var machine = OrderStateMachine(stage: stage, version: 7)
            #expect(throws: OrderTransitionRefusal.staleVersion(stage: stage, version: 7)) {
                try machine.apply(input, expectedVersion: expectedVersion, cause: cause)
            }
            #expect(machine == OrderStateMachine(stage: stage, version: 7))
        }
    }

    @Test
    func `C44: the transitions of an order record who, where, when and why`() throws {
        var lunch = try order(Basket(lines: [line("soup")]).priced(at: cafe()))
        let inputs: [OrderInput] = [
            .place, .accept, .startPreparing, .becomeReady, .collect, .backToPreparing,
        ]
        var record: [OrderTransition] = []
        for input in inputs {
            record.append(try lunch.apply(input, expectedVersion: lunch.version, cause: cause))
        }
        #expect(record.map(\.from) == [.draft, .placed, .accepted, .preparing, .ready, .collected])
        #expect(record.map(\.to) == [.placed, .accepted, .preparing, .ready, .collected, .preparing])
        #expect(record.map(\.version) == [1, 2, 3, 4, 5, 6])
        #expect(record.allSatisfy { $0.cause == cause })
        #expect(lunch.stage == .preparing)
    }

    @Test
    func `stages and inputs have stable words`() {
        #expect(
            OrderStage.allCases.map(\.rawValue) == [
                "draft", "placed", "accepted", "preparing", "ready", "collected", "cancelled", "rejected",
                "expired",
                "not-collected",
            ])
        #expect(
            OrderInput.allCases.map(\.rawValue) == [
                "place", "accept", "start-preparing", "become-ready", "back-to-preparing", "collect",
                "cancel",
                "reject", "expire", "mark-not-collected",
            ])
    }
}
