/**
 * A table that text from outside may look up. In a plain object, `constructor` and `__proto__` would find what every
 * object has.
 */
export const mapOf = <Value>(entries: Record<string, Value>): Map<string, Value> => new Map(Object.entries(entries))
