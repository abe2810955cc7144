// Opened by the first code that arrives.
