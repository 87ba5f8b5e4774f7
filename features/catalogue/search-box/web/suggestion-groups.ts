import { Book, Clock, Hash, Library, Tag, UserRound } from 'lucide-react'
import type { z } from 'zod'
import type { Suggested as SuggestedSchema } from '#features/catalogue/discover/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import type { IconShape } from '#ui/icon.tsx'
import { words as say } from '../../messages.ts'
import { detailsAddress } from '../../web/hit-facts.ts'
import { searchByPhrase, searchByValue } from '../../web/search-links.ts'
import { nameOfSearch, type PastSearch } from './search-history.ts'

export type Suggested = z.infer<typeof SuggestedSchema>
/** `typed`: the text in the field once it is chosen. */
export type Suggestion = { key: string; text: string; note?: string; schemes?: string[]; href: string; typed: string }
/** `leads`: Enter chooses its first line, unless another one is selected. */
export type SuggestedGroup = { label: string; icon: IconShape; options: Suggestion[]; leads?: boolean }

const maxPast = 6

export function groupsOfSuggestions({
  titles,
  authors,
  headings,
  schemesOfHeadings,
  series,
  record,
}: Suggested): SuggestedGroup[] {
  const phrases = (field: 'author' | 'series', values: string[]) =>
    values.map((value) => ({ key: `${field} ${value}`, text: value, href: searchByPhrase(field, value), typed: value }))
  const groups: SuggestedGroup[] = [
    {
      label: say.recordWithNumber,
      icon: Hash,
      options: record
        ? [
            {
              key: 'record',
              text: record.title || record.id,
              note: record.responsibility,
              href: detailsAddress(record.id),
              typed: '',
            },
          ]
        : [],
    },
    {
      label: say.titles,
      icon: Book,
      options: titles.map(({ id, title, responsibility }) => ({
        key: `title ${id}`,
        text: title,
        note: responsibility,
        href: detailsAddress(id),
        typed: '',
      })),
    },
    { label: say.authors, icon: UserRound, options: phrases('author', authors) },
    {
      label: say.subjects,
      icon: Tag,
      options: headings.map((heading) => ({
        key: `heading ${heading}`,
        text: headingText(heading),
        schemes: schemesOfHeadings[heading] ?? [],
        href: searchByValue('subjects', heading),
        typed: '',
      })),
    },
    { label: say.series, icon: Library, options: phrases('series', series) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

export const groupsOfHistory = (history: readonly PastSearch[]): SuggestedGroup[] =>
  history.length === 0
    ? []
    : [
        {
          label: say.recentSearches,
          icon: Clock,
          options: history.slice(0, maxPast).map((search) => ({
            key: search.address,
            text: nameOfSearch(search),
            note: say.countFound({ count: grouped(search.total) }),
            href: search.address,
            typed: search.title,
          })),
        },
      ]
