import type { Maker } from '../crosswalk/document.ts'
import { itemTypes } from '../crosswalk/item-types.ts'
import { makersIn } from '../crosswalk/makers.ts'
import type { CslItem, CslName, Role } from './csl.ts'
import type { CitedDocument } from './csl-json.ts'
import { folded } from './folded.ts'
import { nameOf } from './names.ts'
import { type Part, partsIn } from './relators.ts'

/** Words of a statement of responsibility that show a contributor's role; the first match counts. */
const words: [Part, RegExp][] = [
  [
    'author',
    /\b(?:written(?: and \w+)?|story|text|words|author(?:ed)?) (?:by|of)\b|\bwritten\b|^(?:text|story|words)\b/,
  ],
  ['director', /\bdirect(?:ed|or)\b|\bfilm by\b/],
  ['editor', /\b(?:edited|compiled|selected|chosen|collected) by\b|\b(?:editors?|compilers?|eds?\.)(?=\W|$)/],
  ['translator', /\btranslat(?:ed|ors?|ion)\b/],
  [
    'illustrator',
    /\b(?:illustrat(?:ed|ions?|ors?)|illus\.?|pictures?|drawings?|art(?:work|ist)?|photographs?|photographer|painted|drawn)\b/,
  ],
  ['narrator', /\b(?:narrat(?:ed|ors?|ion)|read by|reader)\b/],
  [
    'other',
    /\b(?:introduct\w+|foreword|afterword|preface|perform\w*|produc\w+|screenplay|music|lyrics|adapted|retold with|based on|notes by|presented|consultants?|designed|cast|starring|conduct\w+)\b/,
  ],
]

type Statement = { part: Part; text: string }

/** Splits a statement of responsibility (245 $c) into pieces with their roles. */
function statementParts(statement: string): Statement[] {
  return statement
    .split(
      /\s*;\s*|\s*,\s+(?=(?:and |with )?(?:illustrat|illus\.|edited|translat|pictures|photograph|direct|introduc|foreword|art |artwork|drawings|music|narrat|read by))/i,
    )
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text: folded(text), part: partIn(folded(text)) }))
}

const partIn = (text: string): Part => words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'author'

type Credit = { maker: Maker; name: CslName; parts: Part[] }
type Credited = Pick<CitedDocument, 'title' | 'mainAuthor' | 'contributor' | 'scisType' | 'makers'>

/**
 * Everyone who made the work, with their parts: as the field names them, else by the words around the name in the
 * statement of responsibility.
 */
export function creditsOf(source: Credited): Credit[] {
  const { title, contributor, scisType } = source
  const performers = statementParts(contributor.notePerformers).filter(({ part }) => part === 'narrator')
  const statements = [...statementParts(title.noteStmOfResponsibility), ...performers]
  const credits = makersIn(source).map((maker) => {
    const name = nameOf(maker)
    return { maker, name, parts: partsOf(maker, name, statements) }
  })
  // A body or a meeting is the author of what no one else is named for; of a film, it is the company.
  const isLed = credits.some(({ parts }) => parts.some((part) => leading.includes(part)))
  if (isLed || recordings.includes(scisType)) return credits
  return credits.map((credit) => {
    const { maker, name } = credit
    if (!isBody(maker) || maker.roles.length > 0) return credit
    return { ...credit, parts: [partSaid(maker, name, statements) ?? 'author'] }
  })
}

const leading: Part[] = ['author', 'editor', 'director']
const recordings: string[] = [...itemTypes.Video, ...itemTypes.Audio]
export const isBody = ({ kind }: Maker) => kind === 'body' || kind === 'meeting'

function partsOf(maker: Maker, name: CslName, statements: Statement[]): Part[] {
  if (isBody(maker) && maker.roles.length === 0) return [maker.isMain ? 'author' : 'other']
  const parts = maker.roles.length > 0 ? partsIn(maker.roles) : [partSaid(maker, name, statements)]
  // An illustrator who is the main entry made the whole book.
  if (maker.isMain && !parts.some((part) => part && makesAlone.includes(part))) return ['author']
  return parts.map((part) => part ?? (statements.length === 0 ? 'author' : 'other'))
}

const makesAlone: Part[] = ['author', 'editor', 'translator', 'director']

/** Contributors by role. */
export function makersByRole(source: Credited): Required<Pick<CslItem, Role>> {
  const credits = creditsOf(source)
  const of = (part: Part) => distinct(credits.filter(({ parts }) => parts.includes(part)).map(({ name }) => name))
  return {
    author: of('author'),
    editor: of('editor'),
    translator: of('translator'),
    illustrator: of('illustrator'),
    director: of('director'),
    narrator: of('narrator'),
  }
}

function partSaid({ kind, parts }: Maker, name: CslName, statements: Statement[]): Part | undefined {
  // A title page may have another epithet than the heading: `Hildegard von Bingen`.
  const shown = kind === 'forename' ? (parts.find(({ code }) => code === 'a')?.value ?? '').split(',')[0]! : ''
  const word = folded(shown || ('literal' in name ? name.literal : name.family))
  return statements.find(({ text }) =>
    new RegExp(`(?:^|[^\\p{L}])${escapeForPattern(word)}(?:[^\\p{L}]|$)`, 'u').test(text),
  )?.part
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const distinct = (names: CslName[]): CslName[] => [
  ...new Map(names.map((name) => [JSON.stringify(name), name])).values(),
]
