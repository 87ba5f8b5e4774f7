import { type FixedFields, isFictionByForm } from './fixed-fields.ts'
import { genreGroupsOf } from './genre-groups.ts'

/** 008/33 in `1 d f h j m`; else a 655 of a fiction genre group; else 082 or the call number says F. */
export function isFiction(fixed: FixedFields, genres: readonly string[], callNumbers: readonly string[]): boolean {
  return isFictionByForm(fixed) || genres.some(isFictionGenre) || callNumbers.some(saysFiction)
}

/** A group alone does not make fiction: `War photography` and `Sports films` belong to groups as well. */
const isFictionGenre = (genre: string) =>
  genreGroupsOf(genre).length > 0 &&
  !/non-?fiction|photograph|\bfilms?\b|documentar|television|periodical|music|songs/i.test(genre)

/** `F`, `F ROW`, `[Fic]`, `FIC`, `JF`: as school libraries shelve it. */
const saysFiction = (callNumber: string) => /^\[?(?:J|Y|YA|A)?\s?F(?:IC(?:TION)?)?\]?(?:[\s.]|$)/i.test(callNumber)
