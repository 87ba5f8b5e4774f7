import type { DataField } from '#marc/record.ts'

/** Words that only an organisation has in its name. */
const organisation =
  /\b(?:association|australia|band|board|choir|bureau|centre|center|college|commission|committee|company|corporation|council|department|ensemble|foundation|friends|government|group|inc|institute|library|limited|ltd|ministry|museum|network|orchestra|organi[sz]ation|press|productions|project|publishing|school|society|studios?|team|trust|university)\b\.?/i

/** `Ann Lee; Bo Day`, `Ann Lee and Bo Day` and `Ann Lee, Bo Day` are two; `Lee, Ann` is one. */
export const namesIn = (authors: string): string[] =>
  authors
    .split(/[;\n]/)
    .flatMap((part) => (organisation.test(part) ? [part] : part.split(/\s+(?:&|and)\s+/)))
    .flatMap((part) => {
      const names = part.split(',')
      return names.every((name) => name.trim().includes(' ')) ? names : [part]
    })
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')

/** 100 or 110 for the first, 700 or 710 for the others; a person's family name first where two or three words say which it is. */
export const creatorFields = (names: string[]): DataField[] =>
  names.map((name, place) => {
    const isOrganisation = organisation.test(name) || /\d/.test(name) || isLongName(name)
    const tag = `${place === 0 ? '1' : '7'}${isOrganisation ? '10' : '00'}`
    const heading = isOrganisation ? name : familyFirst(name)
    const ind1 = isOrganisation ? '2' : heading.includes(',') ? '1' : '0'
    return { tag, ind1, ind2: ' ', subfields: [{ code: 'a', value: heading }] }
  })

/** Four words and more, none of them an initial or the small word of a family's name: `River Country Field Naturalists`. */
function isLongName(name: string): boolean {
  const words = name.split(' ')
  return words.length > 3 && !name.includes(',') && words.every((word) => /^\p{Lu}[\p{L}\p{M}’'-]{2,}$/u.test(word))
}

function familyFirst(name: string): string {
  const words = name.split(' ')
  const plain = /^[\p{Lu}][\p{L}\p{M}.’'-]*$/u
  if (name.includes(',') || words.length < 2 || words.length > 3 || !words.every((word) => plain.test(word)))
    return name
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`
}
