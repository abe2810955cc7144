// Spells a number digit by digit for speech.
export const spelled = number => [...number].join(" ")
