// Opened by the first test that arrives.
