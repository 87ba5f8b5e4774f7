/** An address's query as text only: `query=1984` stays `'1984'`. A repeated name becomes a list. */
export function readSearch(text: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = Object.create(null)
  const given = new URLSearchParams(text.startsWith('?') ? text.slice(1) : text)
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name)
    read[name] = values.length === 1 ? values[0]! : values
  }
  return { ...read }
}
