public import Observations

/// The next item of a recording: an observation, or bytes that are not usable.
public enum RecordedItem: Hashable, Sendable {
    /// An observation.
    case observation(Observation)
    /// A part of the recording is damaged and was skipped; it begins at the byte offset.
    case defect(RecordingDefect, offset: Int)
}
