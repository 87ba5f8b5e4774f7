/**
 * What somebody left for the card page with. Whoever steps back from it can go on to the same payment, in this tab: the
 * same answer of the human check is the same attempt for the server.
 */
type Begun = { answer: string; at: number }

/** The card page takes a form that is younger than an hour. */
const goodMs = 30 * 60_000
const keyOf = (subject: string) => `card-page ${subject}`

export function begunPayment(subject: string): string | undefined {
  try {
    const { answer, at } = JSON.parse(sessionStorage.getItem(keyOf(subject)) ?? '{}') as Partial<Begun>
    return answer && at && Date.now() - at < goodMs ? answer : undefined
  } catch {
    // Storage is switched off: then the payment is begun anew.
    return undefined
  }
}

export function keepBegunPayment(subject: string, answer: string | undefined): void {
  try {
    if (answer === undefined) sessionStorage.removeItem(keyOf(subject))
    else sessionStorage.setItem(keyOf(subject), JSON.stringify({ answer, at: Date.now() } satisfies Begun))
  } catch {
    // As above.
  }
}
