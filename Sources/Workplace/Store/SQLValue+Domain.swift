import Essentials
import SQLite

extension SQLValue {
    /// A text, or NULL.
    static func text(_ text: String?) -> SQLValue {
        if let text { .text(text) } else { .null }
    }

    /// An instant in milliseconds.
    static func time(_ time: Timestamp) -> SQLValue { .integer(time.millisecondsSinceEpoch) }

    /// An instant in milliseconds, or NULL.
    static func time(_ time: Timestamp?) -> SQLValue {
        if let time { .time(time) } else { .null }
    }

    /// A duration in milliseconds, or NULL.
    static func milliseconds(_ duration: Duration?) -> SQLValue {
        if let duration { .integer(duration.wholeMilliseconds) } else { .null }
    }

    /// A date by its number of days.
    static func date(_ date: CalendarDate) -> SQLValue { .integer(Int64(date.daysSinceEpoch)) }

    /// A whole number.
    static func number(_ number: Int) -> SQLValue { .integer(Int64(number)) }

    /// An amount in minor units.
    static func amount(_ amount: Money) -> SQLValue { .integer(amount.minorUnits) }

    /// An amount in minor units, or NULL.
    static func amount(_ amount: Money?) -> SQLValue {
        if let amount { .amount(amount) } else { .null }
    }
}
