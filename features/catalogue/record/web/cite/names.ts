/** A person, or as `literal` a name that is not inverted: a corporate body, or a single name. */
export type Name = { family: string; given: string; suffix: string } | { literal: string }

const generation = /^(?:jr|sr|junior|senior|[ivx]{2,4})\.?$/i
/** Terms of address beside a whole name; `Seuss, Dr.` keeps his, since he has no other given name. */
const address =
  /^(?:sir|dame|lord|lady|dr|mrs?|ms|miss|rev|prof|professor|captain|saint|st|pope|king|queen|prince|princess|emperor|baron|baroness|earl|count|countess|duke|duchess|viscount|father|brother|sister)\b/i
const dates = /^(?:(?:approximately|active|born|died|ca?\.|b\.|d\.|fl\.)\s*\d|\d)/i

/** A name heading of MARC 100 or 700: `Tolkien, J. R. R. (John Ronald Reuel), 1892-1973`. */
export function personOf(heading: string): Name {
  const [family = '', ...rest] = heading
    .replace(/\s*\([^)]*\)/g, '')
    .split(',')
    .map((part) => part.trim())
  const parts = rest.filter((part) => part !== '' && !dates.test(part))
  const suffix = parts.find((part) => generation.test(part)) ?? ''
  const names = parts.filter((part) => part !== suffix)
  const given = names.find((part) => !address.test(part)) ?? names.find((part) => /^(?:dr|mrs?|ms|miss)\b/i.test(part))
  return given ? { family, given: given.replace(/\.{2,}$/, '.'), suffix } : { literal: family }
}

export const bodyOf = (heading: string): Name => ({ literal: heading.replace(/\s*\([^)]*\)\s*$/, '').trim() })

/** `J. R. R.`, `J.-P.`; particles (`von`, `de`) and terms of address stay. */
export const initialsOf = (given: string): string =>
  given
    .split(/\s+|(?<=\.)(?=\p{L})/u)
    .filter((word) => word !== '')
    .map((word) =>
      /^\p{Ll}|^(?:Dr|Mrs?|Ms)\.?$/u.test(word)
        ? word
        : word
            .split('-')
            .map((part) => `${[...part.replace(/^[^\p{L}]+/u, '')][0] ?? ''}.`)
            .join('-'),
    )
    .join(' ')

/** `Fox, M.` */
export const familyAndInitials = (name: Name): string =>
  'literal' in name ? name.literal : [name.family, initialsOf(name.given), name.suffix].filter(Boolean).join(', ')

/** `M. Fox` */
export const initialsAndFamily = (name: Name): string =>
  'literal' in name
    ? name.literal
    : [initialsOf(name.given), name.family].join(' ') + (name.suffix ? `, ${name.suffix}` : '')

/** `Fox, Mem` */
export const inverted = (name: Name): string =>
  'literal' in name ? name.literal : [name.family, name.given, name.suffix].filter(Boolean).join(', ')

/** `Mem Fox` */
export const direct = (name: Name): string =>
  'literal' in name ? name.literal : [name.given, name.family, name.suffix].filter(Boolean).join(' ')
