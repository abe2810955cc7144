// A menu waits briefly for the content above it, which must not appear later and move the menu.

const SOON = 300 // milliseconds

// Waits for a promise, but only briefly.
export const soon = promise => Promise.race([promise, new Promise(resolve => setTimeout(resolve, SOON))])
