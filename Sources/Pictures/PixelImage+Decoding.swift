import CSPNG
import CTurboJPEG
import CWebP

extension PixelImage {
    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - file: The bytes.
    ///   - format: What they are.
    ///   - side: The length that its longer side is reduced to next, so that no more has to be decoded.
    /// - Throws: ``PictureError``.
    init(decoding file: [UInt8], _ format: PictureFormat, towards side: Int) throws(PictureError) {
        switch format {
        case .jpeg: self = try Self.jpeg(file, side)
        case .png: self = try Self.png(file)
        case .webP: self = try Self.webP(file, side)
        }
    }

    private static func check(_ width: Int, _ height: Int) throws(PictureError) {
        guard width > 0, height > 0 else { throw .damaged }
        guard width <= ReducedPicture.mostPixels / height else { throw .tooManyPixels }
        guard min(width, height) >= ReducedPicture.fewestPixelsOnSide else { throw .tooFewPixels }
    }

    // MARK: - JPEG

    private static func jpeg(_ file: [UInt8], _ side: Int) throws(PictureError) -> PixelImage {
        guard let decoder = unsafe tjInitDecompress() else { throw .outOfMemory }
        defer { unsafe tjDestroy(decoder) }
        var (width, height, subsampling, colours) = (Int32(), Int32(), Int32(), Int32())
        let result = unsafe tjDecompressHeader3(
            decoder, file, UInt(file.count), &width, &height, &subsampling, &colours)
        guard result == 0 else { throw .damaged }
        try check(Int(width), Int(height))
        // The decoder leaves out detail that a smaller picture does not show, which is most of the work.
        var part: Int32 = 1
        while part < 8, max(width, height) / (part * 2) >= side { part *= 2 }
        let image = try PixelImage(
            width: Int((width + part - 1) / part), height: Int((height + part - 1) / part))
        let isInk = colours == Int32(TJCS_CMYK.rawValue) || colours == Int32(TJCS_YCCK.rawValue)
        // A warning is a picture that ends too early; scans without end cost time and no bytes.
        let decoded = unsafe tjDecompress2(
            decoder, file, UInt(file.count), image.bytes.baseAddress, Int32(image.width),
            Int32(image.bytesPerRow), Int32(image.height),
            Int32((isInk ? TJPF_CMYK : TJPF_BGRA).rawValue), TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
        guard decoded == 0 else { throw .damaged }
        if isInk { image.convertInk() }
        return image
    }

    /// Turns inks into light; programs that write JPEG with inks write them inverted.
    private borrowing func convertInk() {
        let bytes = unsafe bytes
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let (cyan, magenta, yellow, black) = unsafe (
                UInt16(bytes[start]), UInt16(bytes[start + 1]), UInt16(bytes[start + 2]),
                UInt16(bytes[start + 3])
            )
            unsafe bytes[start] = UInt8(yellow * black / 255)
            unsafe bytes[start + 1] = UInt8(magenta * black / 255)
            unsafe bytes[start + 2] = UInt8(cyan * black / 255)
            unsafe bytes[start + 3] = 255
        }
    }

    // MARK: - PNG

    private static func png(_ file: [UInt8]) throws(PictureError) -> PixelImage {
        guard let decoder = unsafe spng_ctx_new(0) else { throw .outOfMemory }
        defer { unsafe spng_ctx_free(decoder) }
        // The decoder reads from memory that stays where it is until it is done.
        let source = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
        defer { unsafe source.deallocate() }
        unsafe source.copyBytes(from: file)
        // Texts and profiles are not needed; a compressed one could be a bomb of its own.
        guard unsafe spng_set_chunk_limits(decoder, 4 << 20, 8 << 20) == 0,
            unsafe spng_set_png_buffer(decoder, source.baseAddress, source.count) == 0
        else { throw .damaged }
        var header = spng_ihdr()
        guard unsafe spng_get_ihdr(decoder, &header) == 0 else { throw .damaged }
        let (width, height) = (Int(header.width), Int(header.height))
        try check(width, height)
        let image = try PixelImage(width: width, height: height)
        // libspng writes rows without gaps, as libwebp has them.
        precondition(image.bytesPerRow == width * 4, "libwebp has gaps between rows")
        let result = unsafe spng_decode_image(
            decoder, image.bytes.baseAddress, image.bytes.count, Int32(SPNG_FMT_RGBA8.rawValue),
            Int32(SPNG_DECODE_TRNS.rawValue))
        guard result == 0 else { throw .damaged }
        image.swapRedAndBlue()
        return image
    }

    private borrowing func swapRedAndBlue() {
        let pixels = unsafe bytes.bindMemory(to: UInt32.self)
        for index in pixels.indices {
            let pixel = unsafe UInt32(littleEndian: pixels[index])
            let swapped = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
            unsafe pixels[index] = swapped.littleEndian
        }
    }

    // MARK: - WebP

    private static func webP(_ file: [UInt8], _ side: Int) throws(PictureError) -> PixelImage {
        var config = unsafe WebPDecoderConfig()
        guard unsafe WebPInitDecoderConfig(&config) != 0 else { throw .outOfMemory }
        guard unsafe WebPGetFeatures(file, file.count, &config.input) == VP8_STATUS_OK else {
            throw .damaged
        }
        guard unsafe config.input.has_animation == 0 else { throw .unsupportedFormat }
        let (width, height) = unsafe (Int(config.input.width), Int(config.input.height))
        try check(width, height)
        let size = Self.size(width, height, within: side)
        let image = try PixelImage(width: size.width, height: size.height)
        if size.width < width || size.height < height {
            unsafe config.options.use_scaling = 1
            unsafe config.options.scaled_width = Int32(size.width)
            unsafe config.options.scaled_height = Int32(size.height)
        }
        unsafe config.output.colorspace = MODE_BGRA
        unsafe config.output.is_external_memory = 1
        unsafe config.output.u.RGBA.rgba = image.bytes.bindMemory(to: UInt8.self).baseAddress
        unsafe config.output.u.RGBA.stride = Int32(image.bytesPerRow)
        unsafe config.output.u.RGBA.size = image.bytes.count
        defer { unsafe WebPFreeDecBuffer(&config.output) }
        guard unsafe WebPDecode(file, file.count, &config) == VP8_STATUS_OK else { throw .damaged }
        return image
    }
}
