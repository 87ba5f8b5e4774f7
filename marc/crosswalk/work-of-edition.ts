import type { DataField, MarcRecord } from '../record.ts'
import type { BibliographicDocument } from './document.ts'
import { itemTypes } from './item-types.ts'
import { sortKey, titleSortKey } from './sort-key.ts'

/**
 * The editions of a work have the same key: its main author and its title, or its uniform title if it has one, after
 * OCLC’s work-set algorithm. FRBR (3.2.1) counts translations, abridgements, revisions and readings aloud as the same
 * work, and plays, films, retellings, graphic novels and selections as works of their own. Where a record leaves doubt it
 * gets a key of its own, since two entries for one work cost a reader less than an entry that hides another work.
 * '' means that the record has no editions.
 */
export function workOfEdition(record: MarcRecord, document: Omit<BibliographicDocument, 'work'>): string {
  const { titleSort, mainAuthor, issuance } = document
  if (titleSort === '') return ''
  const fields = titleFields(record)
  const uniform = fields.uniform ? uniformTitle(fields.uniform) : ''
  const person = mainAuthor.namePersonalPrimary
  const entry = person ? nameKey(person) : sortKey(mainAuthor.nameCorporatePrimary) || uniform
  if (entry === '') return ''
  // A government's reports share a title, even a uniform title, and differ in the rest: `Census of agriculture (2002)`.
  const [title, isUniform] = person ? titleOf(document, fields.proper, uniform) : [titleSort, false]
  const marks = [
    kindOf(document, isUniform),
    issuance === 'serial' ? 'serial' : '',
    ...formsOf(document, joined(fields.proper, isUniform ? 'abnp' : 'bnp')),
  ]
  return [`${entry} / ${title}`, ...new Set(marks.filter((mark) => mark !== ''))].join(' + ')
}

function titleFields({ fields }: MarcRecord): { proper?: DataField; uniform?: DataField } {
  const found: { proper?: DataField; uniform?: DataField } = {}
  for (const field of fields) {
    if (field.tag > '245' || 'value' in field) continue
    if (field.tag === '245') found.proper ??= field
    else if (field.tag === '240' || field.tag === '130') found.uniform ??= field
  }
  return found
}

const joined = (field: DataField | undefined, codes: string): string =>
  field?.subfields.flatMap(({ code, value }) => (codes.includes(code) ? [value] : [])).join(' ') ?? ''

/** `Carle, Eric, 1929-2021` and `Rowling, J. K. (Joanne Kathleen)` are also written without what follows the name. */
function nameKey(name: string): string {
  const parts = name.replace(/\([^()]*\)/g, ' ').split(',')
  const dates = parts.findIndex((part, i) => i > 0 && /\d/.test(part))
  return sortKey(parts.slice(0, dates < 0 ? parts.length : dates).join(' '))
}

/**
 * Conventional titles of collections (`Works`, `Sonatas, piano`) name no one work, and neither do selections ($k) or
 * music without number and key.
 */
function uniformTitle(field: DataField): string {
  const has = (codes: string) => field.subfields.some(({ code }) => codes.includes(code))
  if (has('k') || (!has('nr') && (has('m') || collections.has(sortKey(joined(field, 'a')))))) return ''
  // The language has its own subfield, except in old records: `Alcestis. Dutch [from old catalog]`.
  return sortKey(joined(field, 'amnpr')).replace(/^(?:the|an?) (?=.)| online$/g, '')
}
const collections = new Set(
  (
    'works,selections,selected works,novels,plays,poems,poetry,short stories,stories,essays,correspondence,letters,' +
    'speeches,speeches lectures etc,prose works,dramatic works,fragments,librettos,lyrics,screenplays,songs,' +
    'instrumental music,vocal music,chamber music,choral music,orchestra music,piano music,concertos,quartets,' +
    'sonatas,symphonies,trios,laws etc,treaties etc'
  ).split(','),
)

/** The title, and whether it is the uniform one. */
function titleOf({ title, titleSort, fiction }: Titled, proper: DataField | undefined, uniform: string) {
  const holdsSeveral = title.titlePrimary.includes(' ; ')
  const isPart = proper?.subfields.some(({ code }) => code === 'n' || code === 'p') ?? false
  if (uniform !== '' && !holdsSeveral && !isPart) return [uniform, true] as const
  // `Perl : the complete reference` and `Perl : programmer's reference` are two works, `Dom Casmurro : a novel` is one.
  if (!fiction || holdsSeveral || !proper) return [titleSort, false] as const
  const subtitle = sortKey(joined(proper, 'b'))
  const main = titleSortKey(joined(proper, 'anp').trimStart(), proper.ind2)
  if (main === '' || /\b(?:books?|part|vol(?:ume)?)\b/.test(subtitle)) return [titleSort, false] as const
  return [[main, ...(subtitle.match(/\d+/g) ?? [])].join(' '), false] as const
}
type Titled = Pick<BibliographicDocument, 'title' | 'titleSort' | 'fiction'>

const videos: readonly string[] = itemTypes.Video
const others: readonly string[] = itemTypes.Other.filter((type) => type !== 'Kit' && type !== 'Manuscript')

/** Films, maps and games are not editions of the book. A recorded song is the work of its score if both name that. */
function kindOf({ scisType }: Pick<BibliographicDocument, 'scisType'>, isUniform: boolean): string {
  if (videos.includes(scisType)) return 'film'
  if (scisType === 'Graphic novel') return 'comic'
  if (scisType === 'Music score' || scisType === 'Music recording') return isUniform ? 'music' : scisType.toLowerCase()
  return others.includes(scisType) ? scisType.toLowerCase() : ''
}

/**
 * Each form of a work with the words that name it, as `sortKey` folds them: in the subtitle and the edition, in the
 * statement of responsibility, and among the genres. The genre Plays is not enough, since that is what Hamlet is. A
 * film tie-in is the novel.
 */
const forms: { mark: string; words: RegExp; by?: RegExp; genre?: RegExp }[] = [
  {
    mark: 'play',
    words:
      /\b(?:plays?|playscript|script|screenplay|drama|dramati[sz](?:ed|ation)|stage|(?:the|a) musical|libretto|opera)\b/,
    by: /\b(?:dramati[sz](?:ed|ation)|screenplay)\b/,
    genre: /\b(?:play ?scripts|screenplays)\b/,
  },
  {
    mark: 'comic',
    words: /\b(?:graphic (?:adaptation|edition|novel|version)|manga|comics?)\b/,
    by: /\bgraphic novel\b/,
    genre: /\b(?:graphic novels?|comic books?|comics|manga)\b/,
  },
  { mark: 'film', words: /\b(?:motion picture|movie|film|tv|television)\b(?! tie)/ },
  {
    mark: 'guide',
    words:
      /\b(?:guides?|study|companion|work ?books?|activity|activities|answers|exercises|lessons?|(?:cliffs?|york) notes)\b|^notes\b/,
    genre: /\b(?:study guides?|activity books?|work ?books?)\b/,
  },
  { mark: 'teacher', words: /\bteach(?:ers?|ing)\b/, genre: /\bteachers guides?\b/ },
  { mark: 'student', words: /\b(?:students?|pupils?)\b/ },
  {
    mark: 'adapted',
    words:
      /\b(?:adapted|adaptation|retold|retelling|simplified|for children|childrens edition|(?:young|easy|graded) readers?|picture book)\b/,
    by: /\b(?:adapted|adaptation|retold|retelling|simplified)\b/,
    genre: /\b(?:adaptations|retellings)\b/,
  },
  // `Complete and unabridged` is the work itself.
  { mark: 'several', words: /\b(?:complete(?! (?:and )?unabridged)|collected|omnibus|trilogy|boxed set)\b/ },
  { mark: 'part', words: /\b(?:selections?|extracts?|excerpts?|sampler|digest|summary)\b/ },
]

/** `proper`: the title without what the key already has. */
function formsOf(document: Omit<BibliographicDocument, 'work'>, proper: string): string[] {
  const { edition, title, genreScis } = document
  const words = sortKey(`${proper} ${/\b(?:movie|film|motion|tv)\b/i.test(edition) ? '' : edition}`)
  const by = sortKey(title.noteStmOfResponsibility)
  const genres = genreScis.length === 0 ? '' : genreScis.join(' + ').toLowerCase()
  if (words === '' && by === '' && genres === '') return []
  return forms
    .filter((form) => form.words.test(words) || form.by?.test(by) || form.genre?.test(genres))
    .map(({ mark }) => mark)
}
