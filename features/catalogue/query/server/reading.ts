import { refuse } from './refuse.ts'

export const maxClauses = 128

/** The remaining budget of one search, and what has been read of it. */
export type Reading = {
  clausesLeft: number
  /** Most values of one `terms`. */
  values: number
  /** Words of each text that might be a title. */
  titles: string[]
}

export function spend(reading: Reading, clauses = 1): void {
  reading.clausesLeft -= clauses
  if (reading.clausesLeft < 0) throw tooManyParts()
}

/** A clause of any syntax tree. */
type Tree = { kind: string; clauses?: Tree[]; clause?: Tree }

/** One text may contain many phrases and wildcards, each of which costs as much as a clause. */
export function refuseTooCostly(clause: Tree): void {
  let left = maxClauses
  const open = [clause]
  for (let next = open.pop(); next; next = open.pop()) {
    open.push(...(next.clauses ?? []), ...(next.clause ? [next.clause] : []))
    if ((next.kind === 'pattern' || next.kind === 'phrase') && --left < 0) throw tooManyParts()
  }
}

const tooManyParts = () => refuse(`The search has too many parts: at most ${maxClauses}.`)
