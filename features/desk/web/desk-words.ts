const words: Record<string, string> = { Z3950_ONLY: 'Z39.50 only' }

/** `COMPLIMENTARY_STUDENT` in readable form. */
export const typeInWords = (type: string): string =>
  words[type] ?? (type.charAt(0) + type.slice(1).toLowerCase()).replaceAll('_', ' ')

/** Calendar days arrive as midnight in UTC. */
export const dayInWords = (day: Date | null): string =>
  day?.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }) ?? ''

/** `downloads.look-again` in readable form. */
export function jobInWords(name: string): string {
  const text = name.replace(/[.-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
