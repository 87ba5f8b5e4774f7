import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { isbn10Of, isbn13Of, isIsbn10, isIsbn13 } from '#marc/isbn.ts'
import type { MarcRecord } from '#marc/record.ts'
import { questionsAsked } from './relevance-asked.ts'

/** A record under its number in the catalogue. */
export type Book = { id: string; marc: MarcRecord }
/** A question and the numbers of the records that answer it: any of them counts. */
export type Question = { text: string; answers: ReadonlySet<string> }
export type QuestionClass = { name: string; questions: Question[] }

/** The questions people ask of a catalogue, made from its own records; the same in every run. */
export function questionsAbout(
  books: readonly Book[],
  documents: readonly BibliographicDocument[],
  perClass: number,
): QuestionClass[] {
  const titles = ofTitles(books)
  const several = (least: number) => titles.filter(({ words }) => words.length >= least)
  const classes: [string, Question[]][] = [
    ['title', titles.map(({ text, answers }) => ({ text, answers }))],
    ['title and subtitle', withSubtitle(books)],
    ['title and surname', withSurname(books)],
    ['surname and given name', names(books)],
    ['series and number', series(books)],
    ['ISBN, any form', isbns(books)],
    ['title with a typo', several(2).flatMap(mistyped)],
    ['title, a word left out', several(4).map(shortened)],
    ['title, other order', several(3).map(turned)],
    ['subject, as a pupil types', subjects(books)],
    ['title in its own script', ownScript(books)],
    ...questionsAsked(documents),
  ]
  return classes.map(([name, questions]) => ({ name, questions: sample(distinct(questions), perClass) }))
}

type TitleQuestion = Question & { words: string[] }

function ofTitles(books: readonly Book[]): TitleQuestion[] {
  return grouped(books, ({ marc }) => values(marc, '245', 'a').slice(0, 1)).map((each) => ({
    ...each,
    words: each.text.split(/\s+/),
  }))
}

const withSubtitle = (books: readonly Book[]): Question[] =>
  grouped(books, ({ marc }) => {
    const [a] = values(marc, '245', 'a')
    const [b] = values(marc, '245', 'b')
    return a && b ? [`${a} ${b}`] : []
  })

const withSurname = (books: readonly Book[]): Question[] =>
  grouped(books, ({ marc }) => {
    const [title] = values(marc, '245', 'a')
    const [surname] = (values(marc, '100', 'a')[0] ?? '').split(',')
    return title && surname ? [`${title} ${surname}`] : []
  })

/** `Rowling J. K.`, as the heading has it without its comma. */
const names = (books: readonly Book[]): Question[] =>
  grouped(books, ({ marc }) =>
    ['100', '700'].flatMap((tag) => values(marc, tag, 'a').filter((name) => name.includes(', '))),
  ).map(({ text, answers }) => ({ text: text.replace(', ', ' '), answers }))

const series = (books: readonly Book[]): Question[] =>
  grouped(books, ({ marc }) =>
    ['490', '830'].flatMap((tag) =>
      fields(marc, tag).flatMap((field) => {
        const [name] = textsOf(field, 'a')
        const number = /\d+/.exec(textsOf(field, 'v')[0] ?? '')?.[0]
        return name && number ? [`${name} ${number}`] : []
      }),
    ),
  )

function isbns(books: readonly Book[]): Question[] {
  const byKey = new Map<string, Set<string>>()
  for (const { id, marc } of books)
    for (const text of fields(marc, '020').flatMap((field) => textsOf(field, 'a'))) {
      const isbn = isbn13In(text)
      if (isbn) byKey.set(isbn, (byKey.get(isbn) ?? new Set()).add(id))
    }
  return [...byKey].flatMap(([thirteen, answers], i) => {
    const ten = isbn10Of(thirteen)
    const forms = [
      ten,
      thirteen,
      hyphenated(thirteen),
      thirteen.replace(/(...)(.)(....)(.....)(.)/, '$1 $2 $3 $4 $5'),
      `ISBN ${ten}`,
      `isbn: ${thirteen}`,
    ]
    return [{ text: forms[i % forms.length]!, answers }]
  })
}

const subjects = (books: readonly Book[]): Question[] =>
  grouped(books, ({ marc }) => fields(marc, '650').flatMap((field) => textsOf(field, 'a').slice(0, 1))).map(
    ({ text, answers }) => ({ text: text.toLowerCase().replace(/([a-rt-z])s$/, '$1'), answers }),
  )

const ownScript = (books: readonly Book[]): Question[] =>
  grouped(books, ({ marc }) =>
    fields(marc, '880')
      .filter((field) => /^245/.test(textsOf(field, '6')[0] ?? ''))
      .flatMap((field) => textsOf(field, 'a').slice(0, 1)),
  )

/** One letter of the longest word is missing, doubled, wrong or swapped with the next. */
function mistyped({ words, answers }: TitleQuestion, i: number): Question[] {
  const at = words.reduce((best, word, place) => (word.length > words[best]!.length ? place : best), 0)
  const word = words[at]!
  if (!/^[A-Za-z]{5,}$/.test(word)) return []
  const place = 1 + (hash(word) % (word.length - 2))
  const [before, letter, after] = [word.slice(0, place), word[place]!, word.slice(place + 1)]
  const typed = [
    before + after,
    before + letter + letter + after,
    `${before}${letter === 'e' ? 'i' : 'e'}${after}`,
    before + (after[0] ?? '') + letter + after.slice(1),
  ][i % 4]!
  return typed === word ? [] : [{ text: words.with(at, typed).join(' '), answers }]
}

const shortened = ({ words, answers, text }: TitleQuestion): Question => ({
  text: words.toSpliced(1 + (hash(text) % (words.length - 2)), 1).join(' '),
  answers,
})

const turned = ({ words, answers }: TitleQuestion): Question => ({
  text: [...words.slice(Math.ceil(words.length / 2)), ...words.slice(0, Math.ceil(words.length / 2))].join(' '),
  answers,
})

/** One question for each text that differs by more than case, accents and punctuation. */
function grouped(books: readonly Book[], textsOfBook: (book: Book) => string[]): Question[] {
  const found = new Map<string, { text: string; answers: Set<string> }>()
  for (const book of books)
    for (const text of textsOfBook(book)) {
      const key = fold(text)
      if (key === '') continue
      const known = found.get(key) ?? { text, answers: new Set<string>() }
      known.answers.add(book.id)
      found.set(key, known)
    }
  return [...found.values()]
}

const distinct = (questions: Question[]) => [...new Map(questions.map((each) => [each.text, each])).values()]

/** Evenly spread over the list. */
const sample = <T>(list: T[], most: number): T[] =>
  list.length <= most ? list : Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!)

/** All subfields of a field as one text. */
export const valuesOf = (marc: MarcRecord, tag: string): string[] =>
  fields(marc, tag).map((field) =>
    'subfields' in field ? field.subfields.map(({ value }) => value).join(' ') : field.value,
  )

const fields = (marc: MarcRecord, tag: string) => marc.fields.filter((field) => field.tag === tag)
const values = (marc: MarcRecord, tag: string, code: string): string[] =>
  fields(marc, tag).flatMap((field) => textsOf(field, code))

/** Without the punctuation that separates it from the next subfield. */
const textsOf = (field: MarcRecord['fields'][number], code: string): string[] =>
  'subfields' in field
    ? field.subfields
        .filter((subfield) => subfield.code === code)
        .map(({ value }) =>
          value
            .replace(/[\s/:;=,]+$/, '')
            .replace(/(?<=\p{L}{3})\.$/u, '')
            .trim(),
        )
        .filter((text) => text !== '')
    : []

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’ʻʼʹ]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 1
}

/** The 13-digit form; undefined for 979, which has no other, and for what is no ISBN. */
function isbn13In(text: string): string | undefined {
  const digits = /^[\dXx-]{10,17}/.exec(text)?.[0].replaceAll('-', '').toUpperCase() ?? ''
  if (isIsbn10(digits)) return isbn13Of(digits)
  return isIsbn13(digits) && isbn10Of(digits) !== '' ? digits : undefined
}
const hyphenated = (isbn: string) => isbn.replace(/(...)(.)(....)(.....)(.)/, '$1-$2-$3-$4-$5')
