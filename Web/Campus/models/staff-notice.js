// What a notice for staff says, from what the configuration decides: a list of { key, …values }, in the order of the text. The words
// are in notice-words of the page.

// facts: as GET /api/v1/organisation has them.
export function staffNotice({ settings, retention, collects }) {
  const value = name => settings.find(setting => setting.name === name)?.values[0] ?? null
  const hours = kind => retention.find(entry => entry.kind === kind)?.hours ?? null
  const provider = value("identity-provider")
  return [
    { key: "orders", days: Number(value("order-identity-days") ?? 365) },
    { key: "positions" },
    collects.hasBadges && collects.gateways > 0 && { key: "badges", gateways: collects.gateways, hours: hours("presence-events") },
    collects.entrances > 0 && { key: "doors", hours: hours("crossings") },
    ...collects.sites.filter(({ recordsUntil }) => recordsUntil).map(({ name, recordsUntil, informed }) => ({ key: "records", site: name, until: recordsUntil, informed })),
    { key: "punches" },
    ...collects.sites.filter(({ attendanceHost }) => attendanceHost).map(({ name, attendanceHost }) => ({ key: "elsewhere", site: name, host: attendanceHost })),
    provider && { key: "provider", name: value("identity-provider-name") ?? hostOf(provider) },
    value("stripe-secret-key") && { key: "cards" },
    value("mail-server") && { key: "mail" },
    { key: "looks", days: Math.round(hours("data-looks") / 24) },
    { key: "rights" },
  ].filter(Boolean)
}

function hostOf(address) {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}
