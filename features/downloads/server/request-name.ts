/** A name without line breaks and control characters; without one, what a librarian recognises the request by later. */
export function givenName(typed: string | undefined, identifiers: number, now: Date): string {
  const name = (typed ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  if (name !== '') return name
  const day = now.toLocaleDateString('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `Quick request of ${day}, ${identifiers === 1 ? '1 identifier' : `${identifiers.toLocaleString('en-AU')} identifiers`}`
}
