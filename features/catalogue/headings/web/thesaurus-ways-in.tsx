import './letters.css'
import { highestTotal } from '#features/catalogue/rules.ts'
import type { Reply } from '#kit/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import type { headingsApi } from '../contract.ts'
import { type Thesaurus, thesauri } from './headings-parts.tsx'
import {
  addressOfThesaurus,
  beginningWith,
  changeThesaurus,
  figures,
  flags,
  lettersOf,
  type ThesaurusState,
} from './thesaurus-state.ts'

type Counts = Reply<typeof headingsApi.searchHeadings>['aggregations']

export const thesaurusNames: Record<Thesaurus, string> = {
  all: 'All',
  subjects: 'Subjects',
  names: 'Names',
  series: 'Series',
}

/** A choice of the authority, each with its number of matches. */
export function AuthorityChoice({
  state,
  counts,
  total,
}: {
  state: ThesaurusState
  counts: Counts | undefined
  total: number | undefined
}) {
  const countOf = (thesaurus: Thesaurus) => {
    if (state.selectedThesaurus === thesaurus) return total
    if (!counts) return undefined
    // A heading belongs to one authority only.
    if (thesaurus === 'all') return counts.isSubject + counts.isName + counts.isSeriesTitle
    return counts[flags[thesaurus]]
  }
  return (
    <nav className="authorities tabs" aria-label="Authority">
      {thesauri.map((thesaurus) => {
        const count = countOf(thesaurus)
        return (
          <Link
            key={thesaurus}
            href={addressOfThesaurus(changeThesaurus(state, { selectedThesaurus: thesaurus }))}
            aria-current={state.selectedThesaurus === thesaurus ? 'true' : undefined}
          >
            {thesaurusNames[thesaurus]}
            {count !== undefined && (
              <span className="count"> {count >= highestTotal ? `${grouped(highestTotal)}+` : grouped(count)}</span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

const alphabet = [figures, ...'abcdefghijklmnopqrstuvwxyz']

/** Each letter leads to the headings that begin with it. */
export function Letters({ state }: { state: ThesaurusState }) {
  const current = lettersOf(state)
  return (
    <nav className="letters" aria-label="Headings by first letter">
      {alphabet.map((letter) => (
        <Link
          key={letter}
          href={addressOfThesaurus({
            ...beginningWith(letter, state.selectedThesaurus),
            vocabulary: state.vocabulary,
          })}
          aria-current={current === letter ? 'true' : undefined}
          aria-label={`Headings starting with ${letter.toUpperCase()}`}
        >
          {letter.toUpperCase()}
        </Link>
      ))}
    </nav>
  )
}
