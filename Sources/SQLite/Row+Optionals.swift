extension Row {
    /// The integer in a column, or `nil` for NULL.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else.
    public func optionalInt64(_ column: Int) throws -> Int64? { try isNull(column) ? nil : int64(column) }

    /// The integer in a column, as the standard integer type, or `nil` for NULL.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else or does not fit.
    public func optionalInt(_ column: Int) throws -> Int? { try isNull(column) ? nil : int(column) }

    /// The truth value in a column, or `nil` for NULL.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else.
    public func optionalBool(_ column: Int) throws -> Bool? { try isNull(column) ? nil : bool(column) }

    /// The real number in a column, or `nil` for NULL.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else, even an integer.
    public func optionalDouble(_ column: Int) throws -> Double? { try isNull(column) ? nil : double(column) }

    /// The text in a column, or `nil` for NULL.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else or malformed UTF-8.
    /// - Complexity: O(*n*) in the length of the text.
    public func optionalText(_ column: Int) throws -> String? { try isNull(column) ? nil : text(column) }

    /// The bytes in a column, or `nil` for NULL.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else.
    /// - Complexity: O(*n*) in the number of bytes.
    public func optionalBlob(_ column: Int) throws -> [UInt8]? { try isNull(column) ? nil : blob(column) }
}
