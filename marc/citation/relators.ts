import { mapOf } from '#kit/map-of.ts'
import type { Role } from './csl.ts'
import { folded } from './folded.ts'

/** The part that a name has in a work, as references print it; they leave out `other`. */
export type Part = Role | 'other'

/**
 * Terms and codes of the MARC code list for relators, RDA's terms, and the abbreviations and German and French terms
 * that catalogues have. Every other role is `other`: a publisher, a former owner, an actor.
 */
const terms: Record<Role, string> = {
  author:
    'aut/author/authors/joint author/jt author/jt auth/auth/co-author/coauthor/writer/text/text by/written by/author of text/' +
    'cre/creator/dis/dissertant/autor/autorin/verfasser/verfasserin/auteur/autrice/auteure',
  editor:
    'edt/editor/editors/ed/eds/joint editor/jt ed/general editor/edited by/edc/editor of compilation/com/compiler/comp/' +
    'compiled by/herausgeber/herausgeberin/hrsg/editeur scientifique/directeur de publication',
  translator: 'trl/translator/translators/tr/trans/translated by/ubersetzer/ubersetzerin/traducteur/traductrice',
  illustrator:
    'ill/illustrator/illustrators/illus/illustrations/illustrated by/illustratorin/illustrateur/illustratrice/' +
    'art/artist/pht/photographer/phot/drawings/pictures',
  director:
    'drt/director/fmd/film director/tld/television director/rdd/radio director/directed by/regisseur/regisseurin/' +
    'realisateur/realisatrice',
  narrator: 'nrt/narrator/narrators/reader/read by/narrated by/erzahler/erzahlerin/narrateur/narratrice',
}

const parts = mapOf<Part>(
  Object.fromEntries(
    Object.entries(terms).flatMap(([part, all]) => all.split('/').map((term): [string, Part] => [term, part as Part])),
  ),
)

const partOf = (role: string): Part =>
  parts.get(
    folded(role)
      .replace(/[^\p{L} -]+/gu, '')
      .trim(),
  ) ?? 'other'

/** The parts that roles name. An author is that first of all; a known part counts before one that is not. */
export function partsIn(roles: readonly string[]): Part[] {
  const found = [...new Set(roles.map(partOf))]
  if (found.includes('author')) return ['author']
  return found.length > 1 ? found.filter((part) => part !== 'other') : found
}
