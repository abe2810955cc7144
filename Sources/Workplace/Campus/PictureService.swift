import Cryptography
import Dispatch
public import Essentials
import Pictures
import Synchronization

/// Why a picture is not taken; nothing has changed.
public enum PictureRefusal: Error, Hashable, Sendable {
    /// It is no JPEG, PNG or WebP picture, or an animated one.
    case unsupported
    /// It is broken, or ends too early.
    case damaged
    /// It has more pixels than ``PictureService/mostPixels``.
    case tooManyPixels
    /// A side is shorter than ``PictureService/fewestPixelsOnSide``.
    case tooFewPixels
    /// Others wait already, or there is no memory.
    case busy
    /// There is no such picture.
    case unknown
}

/// Takes photos of dishes and gives them out in the sizes that pages show.
///
/// A photo is named after its content, so that the same photo is stored once and its address never shows another.
public struct PictureService: Sendable {
    /// The largest file that is taken, in bytes.
    public static let maximumByteCount = 10 << 20
    /// The most pixels of a photo.
    public static let mostPixels = ReducedPicture.mostPixels
    /// The least pixels on a side of a photo.
    public static let fewestPixelsOnSide = ReducedPicture.fewestPixelsOnSide
    /// The lengths of the longer side in which a photo can be had, in pixels.
    public static let sides = [160, 320, 640, 1280]
    /// How long a photo is kept that no draft names and nobody published.
    public static let unusedRetention: Duration = .seconds(30 * 24 * 3600)

    let store: any WorkplaceStore
    let now: @Sendable () -> Timestamp
    private let reducer = PictureReducer()

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where photos are stored.
    ///   - now: The present time.
    public init(store: any WorkplaceStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Checks a photo, and stores it upright, without what the camera wrote beside it, and in several sizes.
    ///
    /// - Parameter file: The bytes of a JPEG, PNG or WebP file.
    /// - Returns: Its name, for the member `picture` of an item.
    /// - Throws: ``PictureRefusal``, or the store's own error.
    public func add(_ file: [UInt8]) async throws -> PictureID {
        let sizes = try await reducer.sizes(of: file)
        let name = PictureID(photoOf: sizes[0].webP)
        let time = now()
        try await store.write { try $0.addPicture(name, sizes, at: time) }
        return name
    }

    /// A photo in the smallest stored size that is not shorter than a length, as a WebP file.
    ///
    /// - Parameters:
    ///   - name: The photo.
    ///   - side: One of ``sides``.
    /// - Returns: The bytes of the file.
    /// - Throws: ``PictureRefusal/unknown``, or the store's own error.
    public func photo(_ name: PictureID, side: Int) async throws -> [UInt8] {
        guard Self.sides.contains(side),
            let found = try await store.read({ try $0.picture(name, side: side) })
        else { throw PictureRefusal.unknown }
        return found
    }
}

extension PictureID {
    /// Names a photo after its largest size.
    init(photoOf content: [UInt8]) {
        // Only letters, digits and a hyphen.
        guard let name = PictureID("photo-" + Hexadecimal.encode(SHA256.digest(of: content).prefix(20)))
        else {
            preconditionFailure("a digest is an identifier")
        }
        self = name
    }
}

/// Reduces photos on a thread of its own, one after another, so that no request waits for the arithmetic and memory holds one.
private final class PictureReducer: Sendable {
    private static let waitingAtMost = 8

    private let queue = DispatchQueue(label: "vicinity.pictures", qos: .utility)
    private let waiting = Mutex(0)

    func sizes(of file: [UInt8]) async throws -> [ReducedPicture.Size] {
        let hasRoom = waiting.withLock { count in
            guard count < Self.waitingAtMost else { return false }
            count += 1
            return true
        }
        guard hasRoom else { throw PictureRefusal.busy }
        defer { waiting.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                do throws(PictureError) {
                    continuation.resume(
                        returning: try ReducedPicture(reducing: file, to: PictureService.sides).sizes)
                } catch {
                    continuation.resume(throwing: PictureRefusal(error))
                }
            }
        }
    }
}

extension PictureRefusal {
    fileprivate init(_ error: PictureError) {
        self =
            switch error {
            case .unsupportedFormat: .unsupported
            case .damaged: .damaged
            case .tooManyPixels: .tooManyPixels
            case .tooFewPixels: .tooFewPixels
            case .outOfMemory: .busy
            }
    }
}
