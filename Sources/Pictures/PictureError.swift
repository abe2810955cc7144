/// Why bytes cannot be shown as a picture.
public enum PictureError: Error, Hashable, Sendable {
    /// They are no JPEG, PNG or WebP picture, or an animated one.
    case unsupportedFormat
    /// They begin as a picture, and are broken or end too early.
    case damaged
    /// The picture has more pixels than are decoded, whatever its bytes are.
    case tooManyPixels
    /// A side is too short to be shown.
    case tooFewPixels
    /// There was no memory for the pixels.
    case outOfMemory
}
