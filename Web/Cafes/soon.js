// What stands above a menu may come a little later, but then must not move what somebody already reads.

const SOON = 300 // milliseconds

// Waits for a promise, but only briefly.
export const soon = promise => Promise.race([promise, new Promise(resolve => setTimeout(resolve, SOON))])
