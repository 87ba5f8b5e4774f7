/** The eleven genre groups of the specification, each with the words in a genre term (655) that belong to it. */
const groups = {
  Animals: /\banimals?\b|\banimal (?:fiction|stories|films)|\b(?:dog|cat|horse|bird|pony) (?:fiction|stories)/,
  Crime: /\bcrime\b|\bdetective|\bpolice\b|\bnoir\b|\bgangster|\bheist|\bcapers?\b/,
  Fantasy: /\bfantas(?:y|ies)\b|\bfairy tales?\b|\bsword and sorcery|\bmagic(?:al)? (?:fiction|stories)/,
  'Historical fiction': /\bhistorical (?:fiction|novels?|stories)/,
  Horror: /\bhorror\b|\bghost(?:s| stor|\b)|\bvampire|\bzombie|\bgothic fiction|\bmonster/,
  Humorous: /\bhumou?r(?:ous)?\b|\bcomed(?:y|ies)\b|\bjokes?\b|\briddles?\b|\bparod(?:y|ies)\b|\bsatir/,
  'Mystery and suspense': /\bmyster(?:y|ies)\b|\bsuspense\b|\bthrillers?\b|\bspy (?:fiction|stories|films)|\bespionage/,
  'New Zealand stories': /\bnew zealand (?:fiction|stories|literature|novels?)/,
  'Science fiction': /\bscience fiction|\bsci-fi\b|\bdystopia|\bcyberpunk|\bsteampunk|\bspace opera|\btime travel/,
  'Sports stories': /\bsports?\b|\b(?:football|soccer|baseball|basketball|cricket|rugby|netball) (?:fiction|stories)/,
  War: /\bwar\b|\bmilitary (?:fiction|stories)/,
} as const

export type GenreGroup = keyof typeof groups
export const genreGroups = Object.keys(groups) as GenreGroup[]

const known = new Map<string, readonly GenreGroup[]>()

/** The groups that a genre term belongs to: `Detective and mystery fiction` → Crime, Mystery and suspense. */
export function genreGroupsOf(term: string): readonly GenreGroup[] {
  let found = known.get(term)
  if (!found) {
    const folded = term.toLowerCase()
    found = genreGroups.filter((group) => folded === group.toLowerCase() || groups[group].test(folded))
    if (known.size < 5000) known.set(term, found)
  }
  return found
}
