import { Problem } from '#kit/problem.ts'

/** A thing that was never written, or was taken away. */
export const absent = 'absent'

/** Whoever was to answer is gone. */
export class Unanswered extends Error {}

/** Also where a program says that it cannot go on, nobody was told that it was done. */
export const isUnanswered = (error: unknown) =>
  error instanceof Unanswered ||
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof Problem && error.status >= 500)

/** The call has not even been sent. */
const isNobodyThere = (error: unknown) =>
  error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'

export type Ledger = ReturnType<typeof openLedger>

/**
 * What was told to those who wrote. Of each thing it knows the states in which it may be found: the one that was
 * acknowledged last, and beside it what calls would have made of it that were never answered.
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
    /** Does what makes `state` of a thing. Throws what `write` throws. */
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
    /** A thing was looked at: from now on it may be nothing else. */
    seen,
    /** Everything of a kind that there is; what is not among it is absent. */
    compare(kind: string, found: Map<string, string>) {
      for (const name of new Set([...of(kind).keys(), ...found.keys()])) seen(kind, name, found.get(name) ?? absent)
    },
  }
}
