/// How a camera was held, as its picture says (Exif 2.32, tag 0x0112).
enum ExifOrientation: Int {
    case upright = 1
    case mirrored
    case upsideDown
    case mirroredUpsideDown
    case transposed
    case turnedLeft
    case transversed
    case turnedRight

    /// The orientation that a file states; upright without a statement or with one that cannot be read.
    init(of file: [UInt8], _ format: PictureFormat) {
        let exif =
            switch format {
            case .jpeg: file[...].exifOfJPEG
            case .png: file[...].exifOfPNG
            case .webP: file[...].exifOfWebP
            }
        self = exif?.orientation.flatMap(ExifOrientation.init(rawValue:)) ?? .upright
    }

    /// Whether the width of the picture is the height of what is stored.
    var swapsSides: Bool { rawValue >= 5 }

    /// Where a pixel of the upright picture is stored, in rows of a width and a number of a height.
    func source(ofX x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .mirroredUpsideDown: (x, height - 1 - y)
        case .transposed: (y, x)
        case .turnedLeft: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .turnedRight: (width - 1 - y, x)
        }
    }
}

// Slices whose indices go on from the file's; nothing outside of them is read.
extension ArraySlice<UInt8> {
    private func number(at offset: Int, count: Int, isBig: Bool) -> Int? {
        let start = startIndex + offset
        guard offset >= 0, start + count <= endIndex else { return nil }
        let bytes = self[start..<start + count]
        return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The block after its marker `Exif`.
    private var withoutExifMarker: Self { starts(with: Array("Exif\0\0".utf8)) ? dropFirst(6) : self }

    fileprivate var exifOfJPEG: Self? {
        var rest = dropFirst(2)
        while rest.first == 0xFF {
            let marker = rest.dropFirst().first
            if marker == 0xFF {
                rest = rest.dropFirst()
                continue
            }
            guard let length = rest.number(at: 2, count: 2, isBig: true), length >= 2, marker != 0xDA else {
                return nil
            }
            let content = rest.dropFirst(4).prefix(length - 2)
            if marker == 0xE1, content.starts(with: Array("Exif\0\0".utf8)) {
                return content.withoutExifMarker
            }
            rest = rest.dropFirst(2 + length)
        }
        return nil
    }

    fileprivate var exifOfPNG: Self? {
        var rest = dropFirst(8)
        while let length = rest.number(at: 0, count: 4, isBig: true) {
            if rest.dropFirst(4).starts(with: "eXIf".utf8) { return rest.dropFirst(8).prefix(length) }
            rest = rest.dropFirst(12 + length)
        }
        return nil
    }

    fileprivate var exifOfWebP: Self? {
        var rest = dropFirst(12)
        while let length = rest.number(at: 4, count: 4, isBig: false) {
            if rest.starts(with: "EXIF".utf8) { return rest.dropFirst(8).prefix(length).withoutExifMarker }
            // Chunks begin at even places.
            rest = rest.dropFirst(8 + length + length % 2)
        }
        return nil
    }

    /// The value of the tag in the first directory of a block in the format of TIFF.
    fileprivate var orientation: Int? {
        let isBig = starts(with: "MM".utf8)
        guard isBig || starts(with: "II".utf8), let start = number(at: 4, count: 4, isBig: isBig),
            let count = number(at: start, count: 2, isBig: isBig)
        else { return nil }
        for entry in 0..<count {
            let place = start + 2 + entry * 12
            guard let tag = number(at: place, count: 2, isBig: isBig) else { return nil }
            if tag == 0x0112 { return number(at: place + 8, count: 2, isBig: isBig) }
        }
        return nil
    }
}
