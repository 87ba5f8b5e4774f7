import { maxIdentities } from '#features/downloads/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { words as say } from '../../messages.ts'

/** The specification's sentence, and what to do. `over` as in an IdentifierList. */
export const tooManySentence = (over: number): string =>
  Number.isFinite(over)
    ? say.tooBigBy({ over: grouped(over), max: grouped(maxIdentities) })
    : say.tooBig({ max: grouped(maxIdentities) })
