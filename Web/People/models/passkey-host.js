// Browsers keep passkeys by the name of a host; an address in numbers has none.

// host: as location.hostname has it.
export const isPasskeyHost = host => host !== "" && !/^[\d.]+$/.test(host) && !host.startsWith("[")
