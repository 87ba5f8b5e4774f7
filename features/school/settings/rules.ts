import type { Day } from '#kit/day.ts'
import type { Settings } from './contract.ts'

/** Used until a customer saves a value. All but the last two are the specification's. */
export const defaultSettings: Settings = {
  downloadFileFormat: 'MARC_21',
  deweyPref: 'FULL_DDC',
  deweyHoldingPref: 'SCIS_DEFAULT',
  isbnFormat: 'ISBN',
  subjectHeadingFormat: 'SCOT_SCIS_HEADINGS',
  isbnDuplicateHandling: 'PROMPT_LIST',
  enableZ3950: true,
  checkUnmatchedRecordsDays: -1,
  localDepot: '',
  downloadImageAlone: false,
  downloadContent: 'LAST_CHOSEN',
  fileNamePattern: 'scis-{date}-{records}',
}

export const maxFileNamePattern = 100
const parts = /\{(name|date|records)\}/g

/** Why a pattern can't name files; undefined if it can. */
export function fileNameFault(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'Enter a pattern for file names'
  if (pattern.length > maxFileNamePattern) return `Use at most ${maxFileNamePattern} characters`
  const text = pattern.replace(parts, 'x')
  const [unknown] = text.match(/\{[^{}]*\}?|\}/) ?? []
  if (unknown) return `${unknown} isn’t a part we can fill in. Use {name}, {date} or {records}.`
  const [unsafe] = text.match(/[^\p{L}\p{M}\p{N} ._-]/u) ?? []
  if (unsafe)
    return `A file name can’t contain “${unsafe}”. Use letters, numbers, spaces, hyphens, underscores and dots.`
  if (/^[ .-]|[ .-]$/.test(text)) return 'Start and end with a letter, a number or a part such as {date}'
  if (text === pattern) return 'Use at least one of {name}, {date} and {records}, so that files have different names'
  return undefined
}

/** `records`: the number with its noun, `25-records`. */
export type NamedFile = { name: string; date: Day; records: string }

/** The name without its ending. A name's last letter is no dash or dot. */
export const fileNameOf = (pattern: string, { name, date, records }: NamedFile): string => {
  const values = { name: name.replace(/[^\p{L}\p{M}\p{N}\p{So}\p{Pe}\p{Pf}]+$/u, ''), date, records }
  return pattern.replace(parts, (_, part: keyof typeof values) => values[part])
}
