extension PostgresRow {
    /// The integer in a column, or `nil` for NULL.
    ///
    /// - Throws: ``PostgresError`` if it holds something else.
    public func optionalInt64(_ column: Int) throws -> Int64? { try isNull(column) ? nil : int64(column) }

    /// The text in a column, or `nil` for NULL.
    ///
    /// - Throws: ``PostgresError`` if it holds something else.
    public func optionalText(_ column: Int) throws -> String? { try isNull(column) ? nil : text(column) }

    /// The bytes in a column, or `nil` for NULL.
    ///
    /// - Throws: ``PostgresError`` if it holds something else.
    public func optionalBlob(_ column: Int) throws -> [UInt8]? { try isNull(column) ? nil : blob(column) }
}
