// Which currency a new organisation probably uses, by its time zone, else by the region of the browser. It is only proposed.

const EURO = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"
const BY_REGION = {
  ...Object.fromEntries(EURO.split(" ").map(region => [region, "EUR"])),
  AE: "AED", AR: "ARS", AU: "AUD", BR: "BRL", CA: "CAD", CH: "CHF", CL: "CLP", CN: "CNY", CO: "COP", CZ: "CZK", DK: "DKK", EG: "EGP", GB: "GBP",
  HK: "HKD", HU: "HUF", ID: "IDR", IL: "ILS", IN: "INR", IS: "ISK", JP: "JPY", KE: "KES", KR: "KRW", KW: "KWD", MA: "MAD", MX: "MXN", MY: "MYR",
  NG: "NGN", NO: "NOK", NZ: "NZD", PE: "PEN", PH: "PHP", PL: "PLN", QA: "QAR", RO: "RON", SA: "SAR", SE: "SEK", SG: "SGD", TH: "THB", TN: "TND",
  TR: "TRY", TW: "TWD", UA: "UAH", US: "USD", UY: "UYU", VN: "VND", ZA: "ZAR",
}
const REGION_BY_ZONE = {
  "Europe/London": "GB", "Europe/Zurich": "CH", "Europe/Stockholm": "SE", "Europe/Oslo": "NO", "Europe/Copenhagen": "DK", "Europe/Warsaw": "PL",
  "Europe/Prague": "CZ", "Europe/Budapest": "HU", "Europe/Bucharest": "RO", "Europe/Istanbul": "TR", "Europe/Kyiv": "UA", "Europe/Kiev": "UA",
  "Europe/Berlin": "DE", "Europe/Paris": "FR", "Europe/Madrid": "ES", "Europe/Rome": "IT", "Europe/Vienna": "AT", "Europe/Amsterdam": "NL",
  "Europe/Brussels": "BE", "Europe/Dublin": "IE", "Europe/Lisbon": "PT", "Europe/Helsinki": "FI", "Europe/Athens": "GR", "Asia/Tokyo": "JP",
  "Asia/Seoul": "KR", "Asia/Shanghai": "CN", "Asia/Hong_Kong": "HK", "Asia/Taipei": "TW", "Asia/Singapore": "SG", "Asia/Kolkata": "IN",
  "Asia/Calcutta": "IN", "Asia/Dubai": "AE", "Asia/Riyadh": "SA", "Asia/Jerusalem": "IL", "Africa/Cairo": "EG", "Africa/Johannesburg": "ZA",
  "America/New_York": "US", "America/Chicago": "US", "America/Denver": "US", "America/Los_Angeles": "US", "America/Phoenix": "US",
  "America/Toronto": "CA", "America/Vancouver": "CA", "America/Mexico_City": "MX", "America/Sao_Paulo": "BR", "America/Bogota": "CO",
  "America/Montevideo": "UY", "America/Santiago": "CL", "America/Lima": "PE", "Australia/Sydney": "AU", "Australia/Melbourne": "AU",
  "Pacific/Auckland": "NZ",
}

// These come first in a list of all.
export const COMMON = ["EUR", "USD", "GBP", "CHF", "JPY", "CNY", "INR", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "BRL", "MXN", "KRW", "AED", "SAR", "UYU"]

// region: of the browser's language, or null. Returns a code, or null when nothing tells.
export function probableCurrency(zone, region) {
  const own = BY_REGION[REGION_BY_ZONE[zone]]
  return own ?? BY_REGION[region] ?? (zone?.startsWith("Europe/") ? "EUR" : null)
}
