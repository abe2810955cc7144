import Observations

/// One source's verdict on a leaf of a condition, in one byte.
enum SourceVerdict: UInt8, Hashable, Sendable {
    /// It has decided nothing.
    case undecided
    /// It says yes.
    case yes
    /// It says no.
    case no
    /// It was interrupted before it had decided anything.
    case interrupted
    /// It was interrupted while it said yes, and has decided nothing since.
    case interruptedYes
    /// It was interrupted while it said no, and has decided nothing since.
    case interruptedNo

    /// Combines a verdict with the interruptions.
    init(verdict: Bool?, continuity: Continuity) {
        self =
            switch (continuity.isInterrupted, continuity.isInterrupted ? continuity.lostVerdict : verdict) {
            case (false, nil): .undecided
            case (false, true?): .yes
            case (false, false?): .no
            case (true, nil): .interrupted
            case (true, true?): .interruptedYes
            case (true, false?): .interruptedNo
            }
    }

    var verdict: Bool? {
        switch self {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    var lostVerdict: Bool? {
        switch self {
        case .interruptedYes: true
        case .interruptedNo: false
        default: nil
        }
    }

    var isInterrupted: Bool {
        switch self {
        case .undecided, .yes, .no: false
        case .interrupted, .interruptedYes, .interruptedNo: true
        }
    }

    /// The verdict after the source was silent while others continued.
    var silenced: SourceVerdict {
        switch self {
        case .undecided: .interrupted
        case .yes: .interruptedYes
        case .no: .interruptedNo
        case .interrupted, .interruptedYes, .interruptedNo: self
        }
    }
}
