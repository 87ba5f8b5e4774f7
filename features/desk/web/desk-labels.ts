const words: Record<string, string> = { Z3950_ONLY: 'Z39.50 only' }

/** `COMPLIMENTARY_STUDENT` in readable form. */
export const typeLabel = (type: string): string =>
  words[type] ?? (type.charAt(0) + type.slice(1).toLowerCase()).replaceAll('_', ' ')

/** `downloads.look-again` in readable form. */
export function jobLabel(name: string): string {
  const text = name.replace(/[.-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
