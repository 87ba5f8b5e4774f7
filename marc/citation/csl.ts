import { doiAddress } from '../doi.ts'
import type { Run } from './runs.ts'

/** The part of CSL-JSON (Citation Style Language 1.0.2) that a catalogue record can fill. Absent members are omitted. */
export type CslItem = {
  id: string
  type: CslType
  title: string
  'title-short'?: string
  /** In its own script, if the title is romanised. */
  'original-title'?: string
  author?: CslName[]
  editor?: CslName[]
  translator?: CslName[]
  illustrator?: CslName[]
  director?: CslName[]
  narrator?: CslName[]
  /** For a chapter or an article: its book or journal, and who made that book. */
  'container-title'?: string
  'container-title-short'?: string
  'container-author'?: CslName[]
  volume?: string
  issue?: string
  /** For a chapter or an article: `12-24`, or several stretches `12-24, 30`. */
  page?: string
  'collection-title'?: string
  'collection-number'?: string
  /** `2`, `3`, … or words (`Rev. ed.`); absent for a first edition. */
  edition?: number | string
  issued?: CslDate
  publisher?: string
  'publisher-place'?: string
  ISBN?: string
  ISSN?: string
  DOI?: string
  /** Only of online works. */
  URL?: string
  'number-of-pages'?: string
  /** BCP 47. */
  language?: string
  /** The carrier: `DVD`, `E-book`. */
  medium?: string
  /** The kind of work where `type` is too general: `Film`, `Audiobook`, `Kit`. Not its literary genre. */
  genre?: string
  abstract?: string
  /** Subjects, joined by `; `. */
  keyword?: string
  'call-number'?: string
  note?: string
  /** Members that CSL has no name for. */
  custom?: { 'translated-title': string }
}

export type CslType =
  | 'article'
  | 'article-journal'
  | 'book'
  | 'chapter'
  | 'dataset'
  | 'document'
  | 'graphic'
  | 'manuscript'
  | 'map'
  | 'motion_picture'
  | 'musical_score'
  | 'periodical'
  | 'software'
  | 'song'
  | 'webpage'

/** A person, or as `literal` a name that is not inverted: a corporate body, or a single name. */
export type CslName = Person | { literal: string }
export type Person = {
  family: string
  given: string
  suffix?: string
  /** `von` of Johann Wolfgang von Goethe, which follows the given names in an inverted heading. */
  'dropping-particle'?: string
  /** `de` of Simone de Beauvoir where the heading begins with it. */
  'non-dropping-particle'?: string
}

/** `literal` is the open range of a serial that still appears: `1998–`. */
export type CslDate = { 'date-parts': [number][]; literal?: string; circa?: true }

/** `2004`, `1998–2003`, `1998–`; '' without a date. */
export const yearsOf = ({ issued }: CslItem): string =>
  issued?.literal ?? issued?.['date-parts'].map(([year]) => year).join('–') ?? ''

/** The title in its own script, in the language of the work. */
export function ownScriptOf({ 'original-title': text = '', language = '' }: CslItem): Run[] {
  return text === '' ? [] : [{ text, script: language === 'en' ? '' : language }]
}

/** A cataloguer's English translation of the title (242), or ''. */
export const translationOf = ({ custom }: CslItem): string => custom?.['translated-title'] ?? ''

export type Role = 'author' | 'editor' | 'translator' | 'illustrator' | 'director' | 'narrator'

/** The people and bodies with this role; [] if there are none. */
export const namesOf = (item: CslItem, role: Role): CslName[] => item[role] ?? []

/** Where the work is online: its DOI's address, which stays the same, else that of the record. */
export const addressOf = ({ DOI, URL = '' }: CslItem): string => (DOI ? doiAddress(DOI) : URL)

/** A chapter or an article, in something else. */
export const isPart = (item: CslItem): boolean => item['container-title'] !== undefined

/** `12` and `24` of `12-24`; several stretches are not divided. */
export const firstAndLastPage = ({ page = '' }: CslItem): [first: string, last?: string] =>
  page.includes(',') ? [page] : (page.split('-') as [string, string?])

/** English is the language of titles in title case. A record that names no language is taken for English. */
export const isEnglish = ({ language = 'en' }: CslItem): boolean => language === 'en'

/** `Hebrew`, or ''. */
export const languageOf = ({ language = '' }: CslItem): string =>
  language && (new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? '')

export const isEbook = ({ type, medium }: CslItem): boolean => type === 'book' && medium === 'E-book'
