import type { CslItem, CslName, Role } from './csl.ts'
import type { CitedDocument } from './csl-json.ts'
import { folded } from './folded.ts'
import { bodyOf, personOf } from './names.ts'

type Part = Role | 'other'

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

/** Splits a statement of responsibility (245 $c) into pieces with their roles. */
function statementParts(statement: string): { part: Part; text: string }[] {
  return statement
    .split(
      /\s*;\s*|\s*,\s+(?=(?:and |with )?(?:illustrat|illus\.|edited|translat|pictures|photograph|direct|introduc|foreword|art |artwork|drawings|music|narrat|read by))/i,
    )
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text: folded(text), part: partIn(folded(text)) }))
}

const partIn = (text: string): Part => words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'author'

type Makers = Required<Pick<CslItem, Role>>

/** Contributors by role: from the main entry, and the words around each name in the statement of responsibility. */
export function makersOf({ mainAuthor, contributor, title }: CitedDocument): Makers {
  const performers = statementParts(contributor.notePerformers).filter(({ part }) => part === 'narrator')
  const parts = [...statementParts(title.noteStmOfResponsibility), ...performers]
  const found: { part: Part; name: CslName }[] = []
  const person = (heading: string, main: boolean) => {
    const name = personOf(heading)
    const text = partOf(name, parts)
    // An illustrator who is the main entry made the whole book.
    const helped = text === undefined || text === 'illustrator' || text === 'narrator' || text === 'other'
    const part = main && helped ? 'author' : text
    found.push({ part: part ?? (parts.length === 0 ? 'author' : 'other'), name })
  }
  if (mainAuthor.namePersonalPrimary) person(mainAuthor.namePersonalPrimary, true)
  if (mainAuthor.nameCorporatePrimary) found.push({ part: 'author', name: bodyOf(mainAuthor.nameCorporatePrimary) })
  for (const heading of contributor.namePersonalOther)
    if (heading !== mainAuthor.namePersonalPrimary) person(heading, false)
  const of = (part: Part) => distinct(found.filter((each) => each.part === part).map(({ name }) => name))
  return {
    author: of('author'),
    editor: of('editor'),
    translator: of('translator'),
    illustrator: of('illustrator'),
    director: of('director'),
    narrator: of('narrator'),
  }
}

function partOf(name: CslName, parts: { part: Part; text: string }[]): Part | undefined {
  const foldedName = folded('literal' in name ? name.literal : name.family)
  return parts.find(({ text }) =>
    new RegExp(`(?:^|[^\\p{L}])${escapeForPattern(foldedName)}(?:[^\\p{L}]|$)`, 'u').test(text),
  )?.part
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const distinct = (names: CslName[]): CslName[] => [
  ...new Map(names.map((name) => [JSON.stringify(name), name])).values(),
]
