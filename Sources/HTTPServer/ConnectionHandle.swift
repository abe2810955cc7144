import CMicroHTTPD

/// The library's connection, as something that may travel to the task that answers.
///
/// Unchecked because it is a pointer. It is sound: other threads only resume, which the library allows at any time for a
/// suspended connection, and a suspended connection is not freed before it is resumed.
@safe struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    /// Takes the connection out of the library's loop; allowed in the access handler and the content reader only.
    func suspend() { unsafe MHD_suspend_connection(pointer) }

    /// Puts it back; exactly once for each suspension.
    func resume() { unsafe MHD_resume_connection(pointer) }
}
