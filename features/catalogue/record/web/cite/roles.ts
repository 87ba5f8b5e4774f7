export type Part = 'author' | 'editor' | 'translator' | 'illustrator' | 'director' | 'other'

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
  [
    'other',
    /\b(?:introduct\w+|foreword|afterword|preface|narrat\w+|read by|perform\w*|produc\w+|screenplay|music|lyrics|adapted|retold with|based on|notes by|presented|consultants?|designed|cast|starring|conduct\w+)\b/,
  ],
]

/** Splits a statement of responsibility (245 $c) into pieces with their roles. */
export function statementParts(statement: string): { part: Part; text: string }[] {
  return statement
    .split(
      /\s*;\s*|\s*,\s+(?=(?:and |with )?(?:illustrat|illus\.|edited|translat|pictures|photograph|direct|introduc|foreword|art |artwork|drawings|music|narrat|read by))/i,
    )
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text: folded(text), part: partIn(folded(text)) }))
}

const partIn = (text: string): Part => words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'author'

/** Lower case without diacritics, so that a heading matches the words of the title page. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
