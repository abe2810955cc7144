public import Observations

/// What a recording holds next: something that was sensed, or bytes that say nothing usable.
public enum RecordedItem: Hashable, Sendable {
    /// Something was sensed.
    case observation(Observation)
    /// A part of the recording is damaged and was passed over; it begins at the byte offset.
    case defect(RecordingDefect, offset: Int)
}
