import { languageName } from '#marc/crosswalk/languages.ts'
import type { DataField, Subfield } from '#marc/record.ts'
import { directName, mainName, type Name } from './names.ts'
import type { Work } from './work.ts'

/** Initial articles by language code (MARC 21, Appendix F). */
const articles: Record<string, RegExp> = {
  eng: /^(?:The|An|A) /,
  fre: /^(?:Les |Le |La |L['’]|Un |Une )/,
  ger: /^(?:Der|Die|Das|Ein|Eine) /,
  spa: /^(?:El|La|Los|Las|Un|Una) /,
  ita: /^(?:Il |Lo |La |I |Gli |Le |L['’]|Un |Una )/,
  por: /^(?:O|A|Os|As|Um|Uma) /,
  dut: /^(?:De|Het|Een) /,
  swe: /^(?:En|Ett|Den|Det) /,
  nor: /^(?:En|Et|Den|Det) /,
  dan: /^(?:En|Et|Den|Det) /,
  mao: /^(?:Te|Ngā|He) /,
  cat: /^(?:El|La|Els|Les|Un|Una) /,
}

/** Characters skipped in filing (245 ind2); 0 if the title is nothing but an article. */
export function skippedInFiling(title: string, language: string): number {
  return articles[language]?.exec(title)?.[0].length ?? 0
}

/** 245: `Title. 3, Part : remainder / responsibility.` */
export function titleField(work: Work): DataField {
  const [whole = '', rest] = splitOnce(work.title, ' : ')
  const part = /^(.+?)\. ((?:Volume|Episode|Part|Book) [\w]+|[A-Z]{0,2}\d+)(?:, (.+))?$/.exec(whole)
  const subfields: Subfield[] = [{ code: 'a', value: part ? `${part[1]}.` : whole }]
  if (part?.[2]) subfields.push({ code: 'n', value: part[3] ? `${part[2]},` : part[2] })
  if (part?.[3]) subfields.push({ code: 'p', value: part[3] })
  if (rest) subfields.push({ code: 'b', value: rest })
  const statement = responsibility(work.names)
  if (statement) subfields.push({ code: 'c', value: statement })
  return {
    tag: '245',
    ind1: mainName(work.names) ? '1' : '0',
    ind2: String(skippedInFiling(work.title, work.languages[0] ?? 'eng')),
    subfields: punctuated(subfields),
  }
}

/** ISBD: each element ends with the punctuation that precedes the next one. */
function punctuated(subfields: Subfield[]): Subfield[] {
  const before: Record<string, string> = { b: ' :', c: ' /' }
  return subfields.map(({ code, value }, index) => {
    const next = subfields[index + 1]
    if (next) return { code, value: value + (before[next.code] ?? '') }
    return { code, value: /[.?!]$/.test(value) ? value : `${value}.` }
  })
}

const leads: Record<string, string> = {
  illustrator: 'illustrated by ',
  director: 'directed by ',
  narrator: 'narrated by ',
  designer: 'designed by ',
  lyricist: 'words by ',
  producer: 'produced by ',
  adapter: 'adapted by ',
  translator: 'translated by ',
}
const silent = /^(?:publisher|manufacturer|production company|cartographer)$/

/** 245 $c in natural order: `Mem Fox ; illustrated by Julie Vivas`. */
function responsibility(names: Name[]): string {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    if (silent.test(name.relator) && name.body) continue
    const group = groups.get(name.relator) ?? []
    group.push(directName(name))
    groups.set(name.relator, group)
  }
  return [...groups].map(([relator, who]) => `${leads[relator] ?? ''}${together(who)}`).join(' ; ')
}

const together = (names: string[]) =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** 240 of a translation, 246 for other titles of the same work and `and` for `&`. */
export function otherTitleFields(work: Work): DataField[] {
  const fields: DataField[] = []
  const original = work.more.get('original')
  if (original && mainName(work.names)) {
    const language = languageName(work.languages[0] ?? 'eng')
    const subfields = [
      { code: 'a', value: `${original}.` },
      { code: 'l', value: `${language}.` },
    ]
    const skipped = skippedInFiling(original, work.more.get('from') ?? '')
    fields.push({ tag: '240', ind1: '1', ind2: String(skipped), subfields })
  }
  const proper = splitOnce(work.title, ' : ')[0] ?? ''
  const variants = [work.more.get('variant'), proper.includes(' & ') ? proper.replaceAll(' & ', ' and ') : undefined]
  for (const value of variants)
    if (value) fields.push({ tag: '246', ind1: '3', ind2: ' ', subfields: [{ code: 'a', value }] })
  return fields
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
