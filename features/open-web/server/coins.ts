import { isBody } from '#marc/citation/makers.ts'
import { inverted, nameOf } from '#marc/citation/names.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { makersIn } from '#marc/crosswalk/makers.ts'
import { titleOf, yearOf } from '../rules.ts'

const books = ['Book', 'Large print book', 'Braille book', 'Graphic novel', 'E-book', 'Audiobook', 'E-audiobook']

/**
 * The `title` of a `<span class="Z3988">`, from which citation managers read a reduced record: a context object of OpenURL 1.0
 * (ANSI/NISO Z39.88-2004) as key-encoded values, by the format `book` or, for everything else, `dc`: of `journal`, Zotero
 * saves only articles.
 */
export function coinsOf(document: BibliographicDocument, host: string): string {
  const { scisType } = document
  const format = books.includes(scisType) ? 'book' : 'dc'
  const values = format === 'dc' ? dublinCore(document) : printed(document)
  const pairs: [string, string][] = [
    ['ctx_ver', 'Z39.88-2004'],
    ['rft_val_fmt', `info:ofi/fmt:kev:mtx:${format}`],
    ['rfr_id', `info:sid/${host}:catalogue`],
    ...values.filter(([, value]) => value !== '').map(([key, value]): [string, string] => [`rft.${key}`, value]),
  ]
  return new URLSearchParams(pairs).toString()
}

function printed(document: BibliographicDocument): [string, string][] {
  const title = titleOf(document)
  return [
    ['genre', 'book'],
    ['btitle', title],
    ['title', title],
    ...makersIn(document).map((maker): [string, string] => [isBody(maker) ? 'aucorp' : 'au', inverted(nameOf(maker))]),
    ['date', yearOf(document)],
  ]
}

function dublinCore(document: BibliographicDocument): [string, string][] {
  const { scisType, subjects } = document
  return [
    ['title', titleOf(document)],
    ...makersIn(document).map((maker): [string, string] => ['creator', inverted(nameOf(maker))]),
    ['date', yearOf(document)],
    ['type', scisType],
    ...[...new Set(subjects)].map((heading): [string, string] => ['subject', heading]),
  ]
}
