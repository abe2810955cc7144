/// The library's connection, in a form that can be sent to the task that answers.
///
/// Unchecked because it is a pointer. Other threads only resume the connection. The library allows that at
/// any time for a suspended connection, and does not free one before it is resumed.
@safe struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }
}
