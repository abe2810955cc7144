import Essentials
import Kitchen
import Ordering
import Testing

/// Every stage with every input, before and after the notice is due.
struct TicketTransitionTableTests {
    enum Outcome: Sendable {
        case to(TicketStage, OrderInput? = nil, TicketAction.NoticeTimer = .unchanged)
        case same(TicketAction.NoticeTimer = .unchanged)
        case refused
        case undoExpired
    }

    struct Row: Sendable {
        let stage: TicketStage
        let outcomes: [Outcome]
    }

    private static let inputs: [TicketInput] = [
        .start, .bump, .bumpLine(0), .undo, .undoLine(0), .noticeDue, .recall, .collect, .cancel,
        .acknowledge(nil), .prioritise, .undoPriority, .pullForward, .putBack, .giveUp, .reject([]),
    ]
    private static let done = TicketStage.done(noticeDue: noticeDue)
    private static let timer = TicketAction.NoticeTimer.set(at: noticeDue)

    private static let rows = [
        Row(
            stage: .waiting,
            outcomes: [
                .to(.preparing, .startPreparing), .to(done, .startPreparing, timer),
                .to(.preparing, .startPreparing),
                .refused, .refused, .same(.void), .refused, .refused, .to(.cancelled, .cancel),
                .refused, .to(.waiting), .same(), .same(), .same(),
                .refused, .to(.cancelled, .reject),
            ]),
        Row(
            stage: .preparing,
            outcomes: [
                .same(), .to(done, nil, timer), .to(.preparing), .refused, .same(), .same(.void), .refused,
                .refused,
                .refused,
                .refused, .to(.preparing), .same(), .refused, .refused,
                .refused, .to(.cancelled, .reject),
            ]),
        Row(
            stage: done,
            outcomes: [
                .refused, .same(), .same(), .to(.preparing, nil, .void), .to(.preparing, nil, .void),
                .same(timer),
                .to(.preparing, nil, .void), .refused, .refused,
                .refused, .refused, .refused, .refused, .refused,
                .refused, .to(.cancelled, .reject, .void),
            ]),
        Row(
            stage: .ready,
            outcomes: [
                .refused, .same(), .same(), .undoExpired, .undoExpired, .same(.void),
                .to(.preparing, .backToPreparing), .to(.collected, .collect), .refused,
                .refused, .refused, .refused, .refused, .refused,
                .to(.cancelled, .markNotCollected), .refused,
            ]),
        Row(
            stage: .collected,
            outcomes: [
                .refused, .same(), .same(), .refused, .refused, .same(.void),
                .to(.preparing, .backToPreparing),
                .same(), .refused,
                .refused, .refused, .refused, .refused, .refused,
                .refused, .refused,
            ]),
        Row(
            stage: .cancelled,
            outcomes: [
                .refused, .refused, .refused, .refused, .refused, .same(.void), .refused, .refused, .refused,
                .to(.cancelled), .refused, .refused, .refused, .refused,
                .refused, .refused,
            ]),
    ]

    private static let doneTooLate = Row(
        stage: done,
        outcomes: [
            .refused, .same(), .same(), .undoExpired, .undoExpired, .to(.ready, .becomeReady),
            .to(.preparing, nil, .void), .refused, .refused,
            .refused, .refused, .refused, .refused, .refused,
            .refused, .to(.cancelled, .reject, .void),
        ])

    @Test(arguments: rows, Array(inputs.enumerated().map(\.offset)))
    func `each stage takes, ignores or refuses each input as the table says`(row: Row, column: Int) throws {
        try check(row, column, in: context())
    }

    @Test(arguments: Array(inputs.enumerated().map(\.offset)), [5_000, 5_001, 86_400_000] as [Int64])
    func `C70: from the moment the notice is due a done ticket cannot be undone`(
        column: Int, milliseconds: Int64
    ) throws {
        try check(Self.doneTooLate, column, in: context(milliseconds))
    }

    @Test
    func `the table has every stage and every input`() {
        #expect(Self.rows.map(\.stage.name) == TicketStage.Name.allCases)
        #expect(Self.rows.allSatisfy { $0.outcomes.count == Self.inputs.count })
    }

    @Test(arguments: rows, Array(inputs.enumerated().map(\.offset)))
    func `C43: a stale version never changes anything, and only repeated inputs pass`(row: Row, column: Int)
        throws
    {
        let before = start(row.stage)
        var ticket = before
        if case .same(let timer) = row.outcomes[column] {
            let action = try ticket.apply(Self.inputs[column], expectedVersion: 3, in: context())
            #expect(action.noticeTimer == timer)
        } else {
            #expect(throws: TicketRefusal.staleVersion(stage: row.stage, version: 7)) {
                try ticket.apply(Self.inputs[column], expectedVersion: 3, in: context())
            }
        }
        #expect(ticket == before)
    }

    private func check(_ row: Row, _ column: Int, in context: TicketContext) throws {
        let input = Self.inputs[column]
        let before = start(row.stage)
        var ticket = before
        switch row.outcomes[column] {
        case .to(let stage, let orderInput, let timer):
            let action = try ticket.apply(input, expectedVersion: 7, in: context)
            #expect(ticket.stage == stage)
            #expect(ticket.version == 8)
            #expect(action.isChange)
            #expect(action.orderInput == orderInput)
            #expect(action.noticeTimer == timer)
        case .same(let timer):
            let action = try ticket.apply(input, expectedVersion: 7, in: context)
            #expect(ticket == before)
            #expect(!action.isChange)
            #expect(action.orderInput == nil)
            #expect(action.noticeTimer == timer)
        case .refused:
            expect(.illegal(stage: row.stage, input: input), from: input, at: before, in: context)
        case .undoExpired:
            expect(.undoExpired, from: input, at: before, in: context)
        }
    }

    private func expect(
        _ refusal: TicketRefusal, from input: TicketInput, at before: TicketStateMachine,
        in context: TicketContext
    ) {
        var ticket = before
        #expect(throws: refusal) { try ticket.apply(input, expectedVersion: 7, in: context) }
        #expect(ticket == before)
    }

    /// A ticket of two lines at a stage, as bumping the whole ticket leaves it.
    private func start(_ stage: TicketStage) -> TicketStateMachine {
        switch stage {
        case .waiting, .preparing, .cancelled: machine(stage, [.open, .open])
        case .done, .ready, .collected: machine(stage, [.doneWithTicket, .doneWithTicket], bumpedAt: noon)
        }
    }
}
