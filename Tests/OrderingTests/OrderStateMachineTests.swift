import Essentials
import Ordering
import Testing

struct OrderStateMachineTests {
    private static let table: [OrderStage: [OrderInput: OrderStage]] = [
        .draft: [.place: .placed, .cancel: .cancelled, .expire: .expired],
        .placed: [.accept: .accepted, .reject: .rejected, .cancel: .cancelled, .expire: .expired],
        .accepted: [.startPreparing: .preparing, .cancel: .cancelled],
        .preparing: [.becomeReady: .ready],
        .ready: [.collect: .collected, .backToPreparing: .preparing, .markNotCollected: .notCollected],
        .collected: [.backToPreparing: .preparing],
        .notCollected: [.collect: .collected],
        .cancelled: [:],
        .rejected: [:],
        .expired: [:],
    ]

    private let cause = TransitionCause(
        actor: .person(id("ada")), device: id("phone"), at: noon, reason: "changed their mind")

    @Test(arguments: OrderStage.allCases, OrderInput.allCases)
    func `C42: each stage takes the inputs of the table and refuses all others`(
        stage: OrderStage, input: OrderInput
    ) throws {
        var machine = OrderStateMachine(stage: stage, version: 7)
        let expected = try #require(Self.table[stage])[input]
        guard let expected else {
            #expect(throws: OrderTransitionRefusal.illegal(stage: stage, input: input)) {
                try machine.apply(input, expectedVersion: 7, cause: cause)
            }
            #expect(machine == OrderStateMachine(stage: stage, version: 7))
            return
        }
        let transition = try machine.apply(input, expectedVersion: 7, cause: cause)
        #expect(machine == OrderStateMachine(stage: expected, version: 8))
        #expect(transition == OrderTransition(from: stage, to: expected, version: 8, cause: cause))
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
    func `C44: an order's way is recorded with who, where, when and why`() throws {
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
