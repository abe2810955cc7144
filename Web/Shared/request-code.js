// Names a request in the server's log and in the message about its failure: eight digits and capitals, for reading out. No letter
// is taken for another one or for a digit.

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

export const requestCode = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => DIGITS[byte % DIGITS.length]).join("")
