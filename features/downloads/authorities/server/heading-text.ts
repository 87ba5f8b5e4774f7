import type { Heading, HeadingEntry } from '#features/catalogue/headings/server/headings-port.ts'
import { type Day, writtenDay } from '#kit/day.ts'
import { counted } from '#kit/wording.ts'
import type { AuthorityKind } from '../contract.ts'
import { nameOfFile } from '../rules.ts'
import type { Which } from './release-files.ts'

/** The byte order mark lets every editor, Notepad included, detect UTF-8. */
const mark = '\uFEFF'
const line = '\r\n'
const labelWidth = 14

type Release = { number: number; releasedOn: Day; providerName: string; countOf: (which: Which) => number }

/** The head of a text file. */
export function headText(which: Which, { number, releasedOn, providerName, countOf }: Release): string {
  const title = `${providerName} authority files: ${nameOfFile(which.kind, which.scope).toLowerCase()}`
  const count = countOf(which)
  const headings = counted(count, 'heading')
  return [
    `${mark}${title}`,
    `Release ${number}, ${writtenDay(releasedOn)}. ${headings}.`,
    which.scope === 'CHANGES' ? 'New, changed and deleted since the previous release.' : '',
    '',
    '',
  ]
    .filter((text, at) => at !== 2 || text !== '')
    .join(line)
}

/** The title of a part in a file of changes. */
export const partText = (title: string): string => `${line}${title}${line}${'-'.repeat(title.length)}${line}${line}`

/** A heading with its references and its scope note, one a line. */
export function headingText({ heading }: Pick<HeadingEntry, 'heading'>): string {
  const source = heading.topicAuthority || heading.nameAuthority
  return [
    plain(heading.heading),
    ...lines('Used for', heading.variants),
    ...lines('Broader', named(heading.broader)),
    ...lines('Narrower', named(heading.narrower)),
    ...lines('Related', named(heading.related)),
    ...lines('Earlier', named(heading.earlier)),
    ...lines('Later', named(heading.later)),
    ...lines('Scope note', heading.note.split('\n').filter(Boolean)),
    ...lines('Number', [source === '' ? heading.recordId : `${heading.recordId} (${source})`]),
    '',
    '',
  ].join(line)
}

/** A deleted heading, in one line. */
export const deletedText = (heading: string, recordId: string): string =>
  `${plain(heading)}  [${plain(recordId)}]${line}`

const named = (references: Heading['broader']) => references.map(({ heading }) => heading)

const lines = (label: string, texts: string[]): string[] =>
  texts.map((text, at) => `  ${(at === 0 ? label : '').padEnd(labelWidth)}${plain(text)}`)

/** Replaces control characters and line breaks, so that it stays one line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export type KindOfHeading = Exclude<AuthorityKind, 'ALL'>
export const kindOf = ({ isSubject, isName }: { isSubject: boolean; isName: boolean }): KindOfHeading =>
  isSubject ? 'SUBJECT' : isName ? 'NAME' : 'SERIES'
