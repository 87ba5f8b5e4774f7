import type { Hit } from '#features/catalogue/contract.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'

/** A search hit with the members that a test needs. */
export function hitOf(id: string, titlePrimary: string, more: Partial<Hit['_source']> = {}): Hit {
  return {
    _id: id,
    _score: 1,
    _source: {
      ...blankDocument(id),
      title: { titlePrimary, noteStmOfResponsibility: '' },
      ...more,
    },
  }
}
