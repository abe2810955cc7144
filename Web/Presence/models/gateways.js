// What the numbers of a gateway mean, for the page of gateways.

const RIGHT = 2 // seconds that a clock may be wrong without harm
const LOW_DELAY = 5 // reports that wait although the server answers

// Whether a clock is right; null while it is unknown. seconds: how far it is ahead; below zero behind.
export function clockState(seconds) {
  if (seconds === undefined) return null
  if (Math.abs(seconds) < RIGHT) return "right"
  return seconds > 0 ? "ahead" : "behind"
}

// Whether reports wait that should have been sent.
export const isCatchingUp = health => (health?.queued ?? 0) > LOW_DELAY

// A beacon's identity as people compare it with the print on a badge.
export function beaconName({ uuid, major, minor, eddystone }) {
  if (eddystone) return `${eddystone.slice(0, 20)} ${eddystone.slice(20)}`
  return `${uuid} ${major} ${minor}`
}

// gateways: as GET /api/v1/gateways lists them. Returns their unknown beacons, the strongest first: [{ name, rssi, count,
// place }].
export function unknownBeacons(gateways) {
  return gateways
    .flatMap(({ unknown, spotName }) => unknown.map(beacon => ({ ...beacon, name: beaconName(beacon), place: spotName })))
    .sort((one, other) => (other.rssi ?? -128) - (one.rssi ?? -128))
}
