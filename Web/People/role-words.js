// Roles in words, as pages list them.

import { t } from "../Shared/messages.js"
import { parseGrant } from "./models/grants.js"

// An unknown role of a later server is shown as it is.
export function roleName(role) {
  switch (role) {
    case "employee": return t("employee")
    case "cook": return t("cook")
    case "expo": return t("expediter")
    case "manager": return t("manager")
    case "finance": return t("finance")
    case "approver": return t("approver of corrections")
    case "hr": return t("human resources")
    case "auditor": return t("auditor")
    case "facilities": return t("facilities")
    case "administrator": return t("administrator")
    default: return role
  }
}

// What somebody with the role may do, in a sentence.
export function roleMeaning(role) {
  switch (role) {
    case "employee": return t("Orders lunch and clocks in and out.")
    case "cook": return t("Works the tickets of a kitchen.")
    case "expo": return t("Calls finished orders out and hands them over.")
    case "manager": return t("Runs a café: its kitchen, its menu and its screens.")
    case "finance": return t("Sees and corrects meal accounts, and returns money of orders.")
    case "approver": return t("Approves corrections of working time.")
    case "hr": return t("Sees the working time of a group.")
    case "auditor": return t("Reads the security log, and changes nothing.")
    case "facilities": return t("Runs sites, their screens and their gateways.")
    case "administrator": return t("Runs the installation: people, roles and screens.")
    default: return ""
  }
}

// "cook at Main Café", "manager in Berlin", "administrator". places: a map of "cafe:id" and "site:id" to names.
export function grantWords(grant, places) {
  const { role, scope, place } = parseGrant(grant)
  const where = place === null ? null : places.get(`${scope}:${place}`) ?? place
  switch (scope) {
    case "cafe": return t("{role} at {cafe}", { role: roleName(role), cafe: where })
    case "site": return t("{role} in {site}", { role: roleName(role), site: where })
    default: return roleName(role)
  }
}

export const rolesText = roles => listed(roles.map(roleName))
export const grantsText = (grants, places) => listed(grants.map(grant => grantWords(grant, places)))

const listed = words => new Intl.ListFormat(globalThis.document?.documentElement.lang ?? "en").format(words)
