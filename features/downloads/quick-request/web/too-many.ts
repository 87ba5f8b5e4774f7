import { maxIdentities } from '#features/downloads/contract.ts'

/** The specification's sentence, and what to do. `over` as in an IdentifierList. */
export const tooManySentence = (over: number): string =>
  `Parsing failed as the file is too big. ${
    Number.isFinite(over) ? `Take out ${over.toLocaleString()}: ` : ''
  }a request has at most ${maxIdentities.toLocaleString()} identifiers.`
