import type { DataField, Subfield } from '#marc/record.ts'

/** A person or body with its role in a work. */
export type Name = { heading: string; dates: string; relator: string; body: boolean }

/** `Rowling, J. K., 1965- =author | #Pixar (Firm) =production company`: a `#` marks a body. */
export const readNames = (text: string): Name[] => (text === '' ? [] : text.split(' | ').map(readName))

function readName(text: string): Name {
  const [who = '', relator = ''] = text.split(' =')
  const body = who.startsWith('#')
  return { ...(body ? { heading: who.slice(1), dates: '' } : splitDates(who)), relator, body }
}

const dated = /^(.*), (-?\d{1,4}(?: B\.C\.)?(?:-(?:\d{1,4}(?: B\.C\.)?)?)?)$/

/** `Twain, Mark, 1835-1910` → heading and dates. */
export function splitDates(name: string): { heading: string; dates: string } {
  const found = dated.exec(name)
  return { heading: found?.[1] ?? name, dates: found?.[2] ?? '' }
}

/** As on a title page: `J. K. Rowling`. */
export function directName({ heading, body }: Name): string {
  if (body) return heading.replace(/ \(.*\)$/, '')
  const at = heading.indexOf(', ')
  if (at < 0) return heading
  const [given = '', ...title] = heading.slice(at + 2).split(', ')
  const surname = heading.slice(0, at)
  return title.includes('Mrs') ? `Mrs ${given} ${surname}` : `${given} ${surname}`
}

const creators = new Set(['author', 'composer', 'artist', 'photographer', 'cartographer', 'designer'])

/** The first of the creators; films, websites and serials have a title main entry instead. */
export function mainName(names: Name[]): Name | undefined {
  const first = names[0]
  return first && creators.has(first.relator) ? first : undefined
}

const governments = /^(?:Australia|New Zealand|United States)(?:\.|$)/

/** 1XX, 6XX or 7XX: `tag` is the one for a person; a body's is ten higher. */
export function nameField(tag: '100' | '700', name: Name): DataField {
  const subfields: Subfield[] = []
  const ends = name.relator === '' ? '' : ','
  if (name.body) {
    const [head = '', ...units] = name.heading.split('. ')
    subfields.push({ code: 'a', value: units.length > 0 ? `${head}.` : `${head}${ends}` })
    for (const [index, unit] of units.entries())
      subfields.push({ code: 'b', value: index < units.length - 1 ? `${unit}.` : `${unit}${ends}` })
  } else {
    subfields.push({ code: 'a', value: name.dates ? `${name.heading},` : `${name.heading}${ends}` })
    if (name.dates) subfields.push({ code: 'd', value: `${name.dates}${name.dates.endsWith('-') ? '' : ends}` })
  }
  if (name.relator) subfields.push({ code: 'e', value: `${name.relator}.` })
  return {
    tag: name.body ? `${tag[0]}10` : tag,
    ind1: name.body ? (governments.test(name.heading) ? '1' : '2') : name.heading.includes(', ') ? '1' : '0',
    ind2: ' ',
    subfields,
  }
}
