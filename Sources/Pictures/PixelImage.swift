import CWebP

/// Pixels in memory of libwebp: 32 bits each, as the bytes blue, green, red and alpha.
@safe struct PixelImage: ~Copyable {
    /// The quality of the encoder, which is about that of 85 in JPEG.
    private static let quality: Float = 80

    // Owned: `deinit` frees the pixels and the structure.
    private let picture: UnsafeMutablePointer<WebPPicture>

    private init() {
        unsafe picture = .allocate(capacity: 1)
        unsafe picture.initialize(to: WebPPicture())
        // It fails only for a header of another version than the library's.
        precondition(unsafe WebPPictureInit(picture) != 0, "libwebp is another version than its headers")
    }

    /// Makes an image with undefined pixels.
    init(width: Int, height: Int) throws(PictureError) {
        self.init()
        unsafe picture.pointee.use_argb = 1
        unsafe picture.pointee.width = Int32(width)
        unsafe picture.pointee.height = Int32(height)
        guard unsafe WebPPictureAlloc(picture) != 0 else { throw .outOfMemory }
    }

    deinit {
        unsafe WebPPictureFree(picture)
        unsafe picture.deallocate()
    }

    var width: Int { Int(unsafe picture.pointee.width) }
    var height: Int { Int(unsafe picture.pointee.height) }
    var longerSide: Int { max(width, height) }

    /// The distance between the starts of two rows, in bytes.
    var bytesPerRow: Int { Int(unsafe picture.pointee.argb_stride) * 4 }

    /// The bytes of all rows, valid while the image is.
    var bytes: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: picture.pointee.argb, count: bytesPerRow * height)
    }

    /// A pixel as a number: alpha in the highest byte, then red, green and blue.
    subscript(x x: Int, y y: Int) -> UInt32 {
        unsafe picture.pointee.argb[y * Int(picture.pointee.argb_stride) + x]
    }

    /// The image with its longer side reduced to a length; itself when it is not longer.
    consuming func reduced(to side: Int) throws(PictureError) -> PixelImage {
        guard longerSide > side else { return self }
        let (width, height) = Self.size(width, height, within: side)
        guard unsafe WebPPictureRescale(picture, Int32(width), Int32(height)) != 0 else { throw .outOfMemory }
        return self
    }

    /// A size with the same shape whose longer side is at most a length.
    static func size(_ width: Int, _ height: Int, within side: Int) -> (width: Int, height: Int) {
        let longer = max(width, height)
        guard longer > side else { return (width, height) }
        return (max(1, (width * side + longer / 2) / longer), max(1, (height * side + longer / 2) / longer))
    }

    /// The image as a viewer of the original shows it.
    consuming func oriented(_ orientation: ExifOrientation) throws(PictureError) -> PixelImage {
        if orientation == .upright { return self }
        let turned = try PixelImage(
            width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height)
        let stride = Int(unsafe turned.picture.pointee.argb_stride)
        for y in 0..<turned.height {
            for x in 0..<turned.width {
                let source = orientation.source(ofX: x, y: y, width: width, height: height)
                unsafe turned.picture.pointee.argb[y * stride + x] = self[x: source.x, y: source.y]
            }
        }
        return turned
    }

    /// The image as a WebP file.
    func encoded() throws(PictureError) -> [UInt8] {
        // The encoder changes what it is given.
        let copy = PixelImage()
        guard unsafe WebPPictureCopy(picture, copy.picture) != 0 else { throw .outOfMemory }
        var config = WebPConfig()
        var writer = unsafe WebPMemoryWriter()
        guard unsafe WebPConfigPreset(&config, WEBP_PRESET_PHOTO, Self.quality) != 0 else {
            throw .outOfMemory
        }
        unsafe WebPMemoryWriterInit(&writer)
        defer { unsafe WebPMemoryWriterClear(&writer) }
        unsafe copy.picture.pointee.writer = WebPMemoryWrite
        let isWritten = unsafe withUnsafeMutablePointer(to: &writer) { writer in
            unsafe copy.picture.pointee.custom_ptr = UnsafeMutableRawPointer(writer)
            return unsafe WebPEncode(&config, copy.picture) != 0
        }
        guard isWritten else { throw .outOfMemory }
        return unsafe Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
    }
}
