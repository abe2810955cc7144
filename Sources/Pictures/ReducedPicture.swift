/// A picture that somebody sent, checked, upright, and in the sizes that pages show.
///
/// The sizes are WebP without any of the metadata of the original: no place, no time, no name of a camera.
public struct ReducedPicture: Hashable, Sendable {
    /// One size of the picture.
    public struct Size: Hashable, Sendable {
        /// The length of its longer side that was asked for, in pixels.
        public let side: Int
        /// Its width in pixels.
        public let width: Int
        /// Its height in pixels.
        public let height: Int
        /// Its bytes as a WebP file.
        public let webP: [UInt8]
    }

    /// The most pixels that are decoded: photos of 24 megapixels, and no bomb.
    public static let mostPixels = 25_000_000
    /// The least pixels on a side.
    public static let fewestPixelsOnSide = 64

    /// The sizes, the largest first; a picture is never enlarged, so a small one has fewer.
    public let sizes: [Size]

    /// Decodes a JPEG, PNG or WebP picture and makes its sizes.
    ///
    /// Blocks its thread for some hundred milliseconds with a photo of 12 megapixels.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - sides: The lengths of the longer side, in pixels.
    /// - Throws: ``PictureError``.
    public init(reducing bytes: [UInt8], to sides: [Int]) throws(PictureError) {
        guard let format = PictureFormat(of: bytes) else { throw .unsupportedFormat }
        let sides = sides.sorted(by: >)
        guard let largest = sides.first else { preconditionFailure("a picture needs a size") }
        let decoded = try PixelImage(decoding: bytes, format, towards: largest)
        var image = try decoded.reduced(to: largest).oriented(ExifOrientation(of: bytes, format))
        // The smallest side that shows all there is stands for the larger ones.
        let fitting = sides.filter { $0 <= image.longerSide }
        let wanted =
            fitting.count == sides.count
            ? fitting : [sides.last { $0 > image.longerSide } ?? largest] + fitting
        var sizes: [Size] = []
        for side in wanted {
            image = try image.reduced(to: side)
            sizes.append(
                Size(side: side, width: image.width, height: image.height, webP: try image.encoded()))
        }
        self.sizes = sizes
    }
}
