export const grouped = (count: number): string => count.toLocaleString('en-AU')

/** `1 field`, `2,000 fields`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : several}`
