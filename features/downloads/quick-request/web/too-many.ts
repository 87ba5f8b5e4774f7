import { maxIdentities } from '#features/downloads/contract.ts'
import { grouped } from '#kit/web/in-words.ts'

/** The specification's sentence, and what to do. `over` as in an IdentifierList. */
export const tooManySentence = (over: number): string =>
  `Parsing failed as the file is too big. ${
    Number.isFinite(over) ? `Take out ${grouped(over)}: ` : ''
  }a request has at most ${grouped(maxIdentities)} identifiers.`
