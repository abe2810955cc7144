// How a number is spoken: digit by digit, as people read it on their phones.
export const spelled = number => [...number].join(" ")
