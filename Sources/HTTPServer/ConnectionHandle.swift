/// The library's connection, as something that may travel to the task that answers.
///
/// Unchecked because it is a pointer. It is sound: other threads only resume, which the library allows at any time for a
/// suspended connection, and a suspended connection is not freed before it is resumed.
@safe struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }
}
