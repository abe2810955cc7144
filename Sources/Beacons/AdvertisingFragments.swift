/// Joins the parts of extended advertisements that a controller reports one after another.
///
/// A part with ``AdvertisingProperties/moreToCome`` waits for the rest of the same set of the same device. The memory is
/// bounded: when too many devices wait, the one that has waited longest is dropped; so is an advertisement that becomes
/// longer than the specification allows.
public struct AdvertisingFragments: Hashable, Sendable {
    private struct Waiting: Hashable, Sendable {
        let address: DeviceAddress
        let advertisingSet: UInt8?
        var data: [UInt8]
    }

    private var waiting: [Waiting] = []
    private let capacity: Int
    /// How many parts were dropped because the rest did not come, or there was too much.
    public private(set) var droppedCount = 0

    /// The greatest number of bytes of extended advertising data, by the core specification.
    public static var maximumDataCount: Int { 1_650 }

    /// Starts without parts.
    ///
    /// - Parameter capacity: How many advertisements can wait for their rest, at least 1.
    public init(capacity: Int = 32) { self.capacity = max(1, capacity) }

    /// Whether no part waits for its rest.
    public var isEmpty: Bool { waiting.isEmpty }

    /// Adds a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - data: Its part of the advertising data.
    /// - Returns: The whole advertising data; `nil` while more is to come. When the controller lost the rest
    ///   (``AdvertisingProperties/truncated``), the data is what came before.
    public mutating func add(_ report: AdvertisingReport, data: [UInt8]) -> [UInt8]? {
        guard !report.properties.contains(.legacy) else { return data }
        let index = waiting.firstIndex {
            $0.address == report.address && $0.advertisingSet == report.advertisingSet
        }
        let isComplete = !report.properties.contains(.moreToCome)
        guard let index else {
            if isComplete { return data }
            if waiting.count == capacity {
                waiting.removeFirst()
                droppedCount += 1
            }
            waiting.append(
                Waiting(address: report.address, advertisingSet: report.advertisingSet, data: data))
            return nil
        }
        waiting[index].data += data
        guard waiting[index].data.count <= Self.maximumDataCount else {
            waiting.remove(at: index)
            droppedCount += 1
            return nil
        }
        return isComplete ? waiting.remove(at: index).data : nil
    }
}
