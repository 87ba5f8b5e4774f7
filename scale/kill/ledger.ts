import { Problem } from '#kit/problem.ts'

/** A thing that was never written, or was deleted. */
export const absent = 'absent'

/** The answering process is gone. */
export class Unanswered extends Error {}

/** A program that reports itself unavailable has acknowledged nothing either. */
export const isUnanswered = (error: unknown) =>
  error instanceof Unanswered ||
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof Problem && error.status >= 500)

/** The call was not even sent. */
const isNobodyThere = (error: unknown) =>
  error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'

export type Ledger = ReturnType<typeof openLedger>

/**
 * The writes and their acknowledgements. For each thing it knows the states that are allowed: the last acknowledged
 * one, and the results of unanswered calls.
 */
export function openLedger() {
  const allowed = new Map<string, Map<string, string[]>>()
  const counts = { acknowledged: 0, unanswered: 0 }
  const wrong: string[] = []
  const of = (kind: string) => {
    if (!allowed.has(kind)) allowed.set(kind, new Map())
    return allowed.get(kind)!
  }
  const seen = (kind: string, name: string, state: string) => {
    const states = of(kind).get(name) ?? [absent]
    if (!states.includes(state)) wrong.push(`${kind} ${name} is ${state}, and not ${states.join(' or ')}`)
    of(kind).set(name, [state])
  }
  return {
    counts,
    wrong,
    names: (kind: string) => [...of(kind).keys()],
    /** Runs `write`, which brings a thing to `state`. Rethrows its errors. */
    async change<T>(kind: string, name: string, state: string, write: () => Promise<T>): Promise<T> {
      const before = of(kind).get(name) ?? [absent]
      of(kind).set(name, [...before, state])
      try {
        const answer = await write()
        of(kind).set(name, [state])
        counts.acknowledged++
        return answer
      } catch (error) {
        if (isUnanswered(error) && !isNobodyThere(error)) counts.unanswered++
        else of(kind).set(name, before)
        throw error
      }
    },
    /** Records an observed state: from now on no other is allowed. */
    seen,
    /** Checks everything of a kind; what is not in `found` is absent. */
    compare(kind: string, found: Map<string, string>) {
      for (const name of new Set([...of(kind).keys(), ...found.keys()])) seen(kind, name, found.get(name) ?? absent)
    },
  }
}
