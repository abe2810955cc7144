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
    /// The date of the service day on which the ticket was released.
    public let serviceDay: CalendarDate

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
    ///   - serviceDay: The date of the service day on which it was released.
    public init(
        stage: TicketStage, version: Int, marks: [LineMark], wasRecalled: Bool, bumpedAt: Timestamp?,
        serviceDay: CalendarDate
    ) {
        self.stage = stage
        self.version = version
        self.marks = marks
        self.wasRecalled = wasRecalled
        self.bumpedAt = bumpedAt
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
        if let index = input.line, !marks.indices.contains(index) { throw .noSuchLine(index) }
        if let action = actionWithoutChange(for: input, at: context.now) { return action }
        guard expectedVersion == version else { throw .staleVersion(stage: stage, version: version) }
        let action = try change(by: input, in: context)
        version += 1
        return action
    }

    private func actionWithoutChange(for input: TicketInput, at now: Timestamp) -> TicketAction? {
        switch (stage, input) {
        case (.preparing, .start), (.done, .bump), (.ready, .bump), (.collected, .bump),
            (.collected, .collect):
            return .noChange()
        case (.preparing, .recall) where wasRecalled: return .noChange()
        case (_, .bumpLine(let index)) where marks[index].isDone: return .noChange()
        case (.preparing, .undoLine(let index)) where !marks[index].isDone: return .noChange()
        case (.done(let noticeDue), .noticeDue):
            return now < noticeDue ? .noChange(noticeTimer: .set(at: noticeDue)) : nil
        case (_, .noticeDue): return .noChange(noticeTimer: .void)
        default: return nil
        }
    }

    private mutating func change(
        by input: TicketInput, in context: TicketContext
    ) throws(TicketRefusal) -> TicketAction {
        switch (stage, input) {
        case (.waiting, .start):
            stage = .preparing
            return .change(.startPreparing)
        case (.waiting, .bump), (.preparing, .bump):
            return finish(in: context)
        case (.waiting, .bumpLine(let index)), (.preparing, .bumpLine(let index)):
            return finishLine(index, in: context)
        case (.preparing, .undoLine(let index)):
            marks[index] = .open
            return .change()
        case (.done, .undo), (.done, .undoLine), (.ready, .undo), (.ready, .undoLine):
            return try takeBack(input, at: context.now)
        case (.done, .noticeDue):
            stage = .ready
            return .change(.becomeReady)
        case (.done, .recall), (.ready, .recall), (.collected, .recall):
            return try callBack(on: context.serviceDay)
        case (.ready, .collect):
            stage = .collected
            return .change(.collect)
        case (.waiting, .cancel):
            stage = .cancelled
            return .change(.cancel)
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

    private mutating func finishLine(_ index: Int, in context: TicketContext) -> TicketAction {
        let isLastOpen = marks.indices.allSatisfy { $0 == index || marks[$0].isDone }
        if isLastOpen { return finish(in: context) }
        let wasWaiting = stage == .waiting
        marks[index] = .done
        stage = .preparing
        return .change(wasWaiting ? .startPreparing : nil)
    }

    private mutating func takeBack(_ input: TicketInput, at now: Timestamp) throws(TicketRefusal)
        -> TicketAction
    {
        guard case .done(let noticeDue) = stage, now < noticeDue else { throw .undoExpired }
        if let index = input.line {
            marks = marks.map { _ in .done }
            marks[index] = .open
        } else {
            marks = marks.map { $0 == .doneWithTicket ? .open : $0 }
        }
        stage = .preparing
        bumpedAt = nil
        return .change(noticeTimer: .void)
    }

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
    /// The index of the input's line, if the input is about a line.
    fileprivate var line: Int? {
        switch self {
        case .bumpLine(let index), .undoLine(let index): index
        default: nil
        }
    }
}
