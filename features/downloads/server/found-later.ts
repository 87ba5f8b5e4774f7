import { writtenDay } from '#kit/written-day.ts'

/** Unmatched identifiers that the catalogue had later, on a day, and the request that was made of them. */
export type FoundLater = { on: string; requestId: string; identifiers: string[] }

const mostNamed = 5

export const followUpName = (on: string): string => `Found later, ${writtenDay(new Date(on))}`

/** What a request says of its identifiers that were found after it was made. */
export const messagesOfFound = (found: FoundLater[]): string[] =>
  found.map(
    ({ on, identifiers }) =>
      `In the catalogue since ${writtenDay(new Date(on))}: ${namedShortly(identifiers)}. The download request “${followUpName(on)}” has ${identifiers.length === 1 ? 'it' : 'them'}.`,
  )

function namedShortly(identifiers: string[]): string {
  const named = identifiers.slice(0, mostNamed).join(', ')
  const others = identifiers.length - mostNamed
  return others > 0 ? `${named} and ${others.toLocaleString('en-AU')} more` : named
}
