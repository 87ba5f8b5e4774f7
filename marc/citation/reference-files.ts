import { bibtex } from './bibtex.ts'
import type { CslItem } from './csl.ts'
import { type ReferenceFormId, referenceTypes } from './ids.ts'
import { ris } from './ris.ts'

type ReferenceForm = {
  label: string
  ending: string
  mediaType: string
  open: string
  between: string
  close: string
  /** A new writer for each file: a BibTeX file uses each key once. */
  writer: () => (item: CslItem) => string
}

/** References as files for other programs: reference managers, LaTeX, and those that read CSL-JSON. */
export const referenceForms = {
  ris: {
    label: 'RIS',
    ending: 'ris',
    mediaType: referenceTypes.ris,
    ...{ open: '', between: '', close: '' },
    writer: () => ris,
  },
  bibtex: {
    label: 'BibTeX',
    ending: 'bib',
    mediaType: referenceTypes.bibtex,
    ...{ open: '', between: '\n', close: '' },
    writer: () => {
      const keys = new Set<string>()
      return (item) => bibtex(item, keys)
    },
  },
  'csl-json': {
    label: 'CSL-JSON',
    ending: 'json',
    mediaType: referenceTypes['csl-json'],
    ...{ open: '[', between: ',\n', close: ']\n' },
    writer: () => (item) => JSON.stringify(item),
  },
} satisfies Record<ReferenceFormId, ReferenceForm>

/** A whole file of a few references. */
export function referenceFile(id: ReferenceFormId, items: CslItem[]): string {
  const { open, between, close, writer } = referenceForms[id]
  return open + items.map(writer()).join(between) + close
}
