public import Essentials
import Ordering

/// Decides what happens to a ticket, its lines and the notice to the person.
///
/// Repeating an input is harmless, whatever version it expects: an input that asks for the present state
/// changes nothing and is not an error. Any other input must expect the ticket's present version.
public struct TicketStateMachine: Hashable, Sendable {
    /// The stage of the ticket.
    public private(set) var stage: TicketStage
    /// How many changes the ticket has seen; each one adds 1.
    public private(set) var version: Int
    /// The marks of the ticket's lines.
    public private(set) var marks: [LineMark]
    /// Whether the ticket was ever called back.
    public private(set) var wasRecalled: Bool
    /// When the ticket was last bumped, unless that bump was undone.
    public private(set) var bumpedAt: Timestamp?
    /// When the ticket got priority over the others; `nil` for a ticket without priority.
    public private(set) var raisedAt: Timestamp?
    /// When a cook pulled the ticket forward into the line; `nil` for a ticket that enters it by its time.
    public private(set) var pulledAt: Timestamp?
    /// The date of the service day on which the ticket was released.
    public let serviceDay: CalendarDate

    /// How long a priority can be undone.
    public static let priorityUndoWindow = Duration.seconds(3)

    /// Makes the machine of a ticket that has just been released.
    ///
    /// - Parameters:
    ///   - lineCount: How many lines the ticket has.
    ///   - serviceDay: The date of the service day on which it was released.
    public init(lineCount: Int, serviceDay: CalendarDate) {
        self.init(
            stage: .waiting, version: 0, marks: Array(repeating: .open, count: lineCount), wasRecalled: false,
            bumpedAt: nil, serviceDay: serviceDay)
    }

    /// Makes the machine of a ticket at any stage, for example from stored rows.
    ///
    /// - Parameters:
    ///   - stage: Its stage.
    ///   - version: How many changes it has seen.
    ///   - marks: The marks of its lines.
    ///   - wasRecalled: Whether it was ever called back.
    ///   - bumpedAt: When it was last bumped.
    ///   - raisedAt: When it got priority.
    ///   - pulledAt: When a cook pulled it forward.
    ///   - serviceDay: The date of the service day on which it was released.
    public init(
        stage: TicketStage, version: Int, marks: [LineMark], wasRecalled: Bool, bumpedAt: Timestamp?,
        raisedAt: Timestamp? = nil, pulledAt: Timestamp? = nil, serviceDay: CalendarDate
    ) {
        self.stage = stage
        self.version = version
        self.marks = marks
        self.wasRecalled = wasRecalled
        self.bumpedAt = bumpedAt
        self.raisedAt = raisedAt
        self.pulledAt = pulledAt
        self.serviceDay = serviceDay
    }

    /// Applies an input to the ticket.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - expectedVersion: The version that the sender of the input has seen.
    ///   - context: The time, service day and undo window.
    /// - Returns: The consequences for the order and for the notice timer.
    /// - Throws: ``TicketRefusal``; then the ticket has not changed.
    /// - Complexity: O(*n*) in the number of lines.
    public mutating func apply(
        _ input: TicketInput, expectedVersion: Int, in context: TicketContext
    ) throws(TicketRefusal) -> TicketAction {
        if let index = input.lines?.first(where: { !marks.indices.contains($0) }) { throw .noSuchLine(index) }
        if input.lines?.isEmpty == true, !input.isRejection { return .noChange() }
        if let action = actionWithoutChange(for: input, in: context) { return action }
        guard expectedVersion == version else { throw .staleVersion(stage: stage, version: version) }
        let action = try change(by: input, in: context)
        version += 1
        return action
    }

    private func isLater(in context: TicketContext) -> Bool {
        stage == .waiting && pulledAt == nil && context.now < context.entersLineAt ?? context.now
    }

    private func actionWithoutChange(for input: TicketInput, in context: TicketContext) -> TicketAction? {
        switch (stage, input) {
        case (.preparing, .start), (.done, .bump), (.ready, .bump), (.collected, .bump),
            (.collected, .collect):
            return .noChange()
        case (.preparing, .recall) where wasRecalled: return .noChange()
        case (_, .bumpLines(let lines)) where lines.allSatisfy { marks[$0].isDone }: return .noChange()
        case (.preparing, .undoLines(let lines)) where !lines.contains { marks[$0].isDone }:
            return .noChange()
        case (.cancelled, .acknowledge(let lines)) where indices(lines).allSatisfy { marks[$0].isDone }:
            return .noChange()
        case (.waiting, .prioritise) where raisedAt != nil, (.preparing, .prioritise) where raisedAt != nil:
            return .noChange()
        case (.waiting, .undoPriority) where raisedAt == nil,
            (.preparing, .undoPriority) where raisedAt == nil:
            return .noChange()
        case (.waiting, .pullForward) where !isLater(in: context): return .noChange()
        case (.waiting, .putBack) where pulledAt == nil: return .noChange()
        case (.done(let noticeDue), .noticeDue):
            return context.now < noticeDue ? .noChange(noticeTimer: .set(at: noticeDue)) : nil
        case (_, .noticeDue): return .noChange(noticeTimer: .void)
        default: return nil
        }
    }

    private mutating func change(
        by input: TicketInput, in context: TicketContext
    ) throws(TicketRefusal) -> TicketAction {
        switch (stage, input) {
        case (.waiting, .start), (.waiting, .bump), (.waiting, .bumpLines):
            // Starting a ticket for later pulls it forward.
            if isLater(in: context) { pulledAt = context.now }
        default: break
        }
        switch (stage, input) {
        case (.waiting, .start):
            stage = .preparing
            return .change(.startPreparing)
        case (.waiting, .bump), (.preparing, .bump):
            return finish(in: context)
        case (.waiting, .bumpLines(let lines)), (.preparing, .bumpLines(let lines)):
            return finish(lines, in: context)
        case (.preparing, .undoLines(let lines)):
            for index in lines { marks[index] = .open }
            return .change()
        case (.done, .undo), (.done, .undoLines), (.ready, .undo), (.ready, .undoLines):
            return try takeBack(input, at: context.now)
        case (.done, .noticeDue):
            stage = .ready
            return .change(.becomeReady)
        case (.done, .recall), (.ready, .recall), (.collected, .recall):
            return try callBack(on: context.serviceDay)
        case (.ready, .collect):
            stage = .collected
            return .change(.collect)
        case (.ready, .giveUp):
            stage = .cancelled
            return .change(.markNotCollected)
        case (.waiting, .cancel):
            // The line has not seen a ticket for later, so nobody must acknowledge that it goes.
            if isLater(in: context) { marks = marks.map { _ in .done } }
            stage = .cancelled
            return .change(.cancel)
        case (.waiting, .reject(let seen)), (.preparing, .reject(let seen)), (.done, .reject(let seen)):
            return reject(seen: seen, in: context)
        case (.cancelled, .acknowledge(let lines)):
            for index in indices(lines) { marks[index] = .done }
            return .change()
        case (.waiting, .prioritise), (.preparing, .prioritise):
            raisedAt = context.now
            return .change()
        case (.waiting, .undoPriority), (.preparing, .undoPriority):
            return try takeBackPriority(at: context.now)
        case (.waiting, .pullForward):
            pulledAt = context.now
            return .change()
        case (.waiting, .putBack):
            pulledAt = nil
            return .change()
        default:
            throw .illegal(stage: stage, input: input)
        }
    }

    private mutating func finish(in context: TicketContext) -> TicketAction {
        let wasWaiting = stage == .waiting
        let noticeDue = context.now.advanced(by: context.undoWindow)
        marks = marks.map { $0 == .open ? .doneWithTicket : $0 }
        stage = .done(noticeDue: noticeDue)
        bumpedAt = context.now
        return .change(wasWaiting ? .startPreparing : nil, noticeTimer: .set(at: noticeDue))
    }

    private mutating func finish(_ lines: [Int], in context: TicketContext) -> TicketAction {
        let areLastOpen = marks.indices.allSatisfy { lines.contains($0) || marks[$0].isDone }
        if areLastOpen, !context.isConfirmedAtPass { return finish(in: context) }
        let wasWaiting = stage == .waiting
        for index in lines { marks[index] = .done }
        stage = .preparing
        return .change(wasWaiting ? .startPreparing : nil)
    }

    private mutating func takeBack(_ input: TicketInput, at now: Timestamp) throws(TicketRefusal)
        -> TicketAction
    {
        guard case .done(let noticeDue) = stage, now < noticeDue else { throw .undoExpired }
        if let lines = input.lines {
            marks = marks.map { _ in .done }
            for index in lines { marks[index] = .open }
        } else {
            marks = marks.map { $0 == .doneWithTicket ? .open : $0 }
        }
        stage = .preparing
        bumpedAt = nil
        return .change(noticeTimer: .void)
    }

    private mutating func takeBackPriority(at now: Timestamp) throws(TicketRefusal) -> TicketAction {
        guard let raisedAt, now < raisedAt.advanced(by: Self.priorityUndoWindow) else {
            throw .priorityUndoExpired
        }
        self.raisedAt = nil
        return .change()
    }

    /// Ends the ticket; stations with open lines must acknowledge it, unless they know already or have not seen it.
    private mutating func reject(seen: [Int], in context: TicketContext) -> TicketAction {
        let wasDone = stage.noticeDue != nil
        for index in isLater(in: context) ? Array(marks.indices) : seen { marks[index] = .done }
        stage = .cancelled
        return .change(.reject, noticeTimer: wasDone ? .void : .unchanged)
    }

    private func indices(_ lines: [Int]?) -> [Int] { lines ?? Array(marks.indices) }

    private mutating func callBack(on day: CalendarDate) throws(TicketRefusal) -> TicketAction {
        guard day == serviceDay else { throw .recallExpired }
        let orderInput = stage.noticeDue == nil ? OrderInput.backToPreparing : nil
        marks = marks.map { _ in .open }
        stage = .preparing
        bumpedAt = nil
        wasRecalled = true
        return .change(orderInput, noticeTimer: orderInput == nil ? .void : .unchanged)
    }
}

extension TicketInput {
    /// The indices of the input's lines, if the input is about some lines.
    fileprivate var lines: [Int]? {
        switch self {
        case .bumpLines(let lines), .undoLines(let lines): lines
        case .acknowledge(let lines): lines
        case .reject(let lines): lines
        default: nil
        }
    }

    fileprivate var isRejection: Bool {
        if case .reject = self { true } else { false }
    }
}
