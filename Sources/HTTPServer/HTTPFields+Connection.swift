import CMicroHTTPD
import HTTPCore

extension HTTPFields {
    /// Copies the fields of a request's header.
    mutating func collect(from connection: OpaquePointer, reserving size: Int) {
        reserve(bytes: size)
        unsafe withUnsafeMutablePointer(to: &self) { fields in
            _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, noteField, fields)
        }
    }
}

/// The library calls this for each field, within `MHD_get_connection_values_n`.
private func noteField(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    guard let fields = unsafe context?.assumingMemoryBound(to: HTTPFields.self) else { return .NO }
    var valueSize = valueSize
    // The library trims blanks at the front only.
    while valueSize > 0, let last = unsafe value?[valueSize - 1], last == 0x20 || last == 0x09 {
        valueSize -= 1
    }
    unsafe fields.pointee.append(
        name: UnsafeRawBufferPointer(start: name, count: nameSize),
        value: UnsafeRawBufferPointer(start: value, count: valueSize))
    return .YES
}
