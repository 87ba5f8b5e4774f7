import { grouped } from '#kit/wording.ts'
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
type Tree = { kind: string; clauses?: Tree[]; clause?: Tree; words?: string[] }

/** Words and values of one search: more than the longest text has. */
export const maxWords = 1024

/** One text may contain many phrases and wildcards, each of which costs as much as a clause, and many words. */
export function refuseTooCostly(clause: Tree): void {
  let left = maxClauses
  let wordsLeft = maxWords
  const open = [clause]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const inner of next.clauses ?? (next.clause ? [next.clause] : [])) open.push(inner)
    if (!next.clauses && !next.clause) wordsLeft -= next.words?.length ?? 1
    if (wordsLeft < 0) throw refuse(`A search can have at most ${grouped(maxWords)} words.`)
    if ((next.kind === 'pattern' || next.kind === 'phrase') && --left < 0) throw tooManyParts()
  }
}

const tooManyParts = () => refuse(`The search has too many parts: at most ${maxClauses}.`)
