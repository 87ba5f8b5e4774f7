import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { printedIssn } from '#marc/isbn.ts'
import { openRecordPath, twinsOf } from '../../rules.ts'

/** The address of a record's page that everyone can open, for mails and files. */
export const recordAddress = (id: string, publicUrl: string): string => publicUrl + openRecordPath(id)

/** A record as mails list it: its title, one line of distinguishing facts, and the link to its page. */
export function recordInMail(document: BibliographicDocument, publicUrl: string) {
  const { id, title, dateIssuedMarc, dateIssued } = document
  const who = title.noteStmOfResponsibility || document.authors[0] || ''
  const published = [document.publisher, dateIssuedMarc || dateIssued].filter(Boolean).join(', ')
  return {
    title: title.titlePrimary || `Record ${id}`,
    detail: [who, published, firstNumber(document)].filter(Boolean).join(' · '),
    href: recordAddress(id, publicUrl),
  }
}

/** The labelled facts below the title in an email about this one record; absent ones are left out. */
export function factsInMail(document: BibliographicDocument): { label: string; value: string }[] {
  const { title, placeOfPublication, publisher, dateIssued, dateIssuedMarc } = document
  const place = [placeOfPublication, publisher].filter(Boolean).join(' : ')
  const facts: [label: string, values: string | string[]][] = [
    ['Title in another script', twinsOf(document, title.titlePrimary).map(({ text }) => text)],
    ['Responsibility', title.noteStmOfResponsibility || document.authors],
    ['Type', document.scisType],
    ['Published', [place, dateIssued || dateIssuedMarc].filter(Boolean).join(', ')],
    ['Edition', document.edition],
    ['Physical', document.physical],
    ['Series', document.series],
    ['ISBN', bookNumbers(document)],
    ['ISSN', document.issn.map(printedIssn)],
    ['Other numbers', document.otherIdentifier],
    ['Record number', document.id],
    ['Subjects', [...new Set(document.subjects)].map((each) => each.replaceAll(' -- ', ' — ')).join('\n')],
    ['Dewey', dewey(document)],
    ['Description', document.description],
  ]
  return facts
    .map(([label, values]) => ({ label, value: typeof values === 'string' ? values : [...new Set(values)].join('; ') }))
    .filter(({ value }) => value !== '')
}

/** An invalid ISBN has no 13-digit form. */
const bookNumbers = ({ isbn13, isbn }: BibliographicDocument) => [
  ...isbn13,
  ...isbn.filter((each) => each.length !== 10 && !isbn13.includes(each)),
]

const firstNumber = (document: BibliographicDocument) => {
  const book = bookNumbers(document)[0]
  if (book) return `ISBN ${book}`
  return document.issn[0] ? `ISSN ${printedIssn(document.issn[0])}` : (document.otherIdentifier[0] ?? '')
}

const dewey = ({ deweyFull, deweyAbridged }: BibliographicDocument) =>
  deweyAbridged && deweyAbridged !== deweyFull
    ? [deweyFull, `${deweyAbridged} (abridged)`].filter(Boolean).join('; ')
    : deweyFull
