import { Building2, Hash, UserRound } from 'lucide-react'
import type { SuggestionsProps } from '#features/catalogue/search-box/web/search-field.tsx'
import {
  groupsOfSuggestions,
  type SuggestedGroup,
  type Suggestion,
} from '#features/catalogue/search-box/web/suggestion-groups.ts'
import { Suggestions } from '#features/catalogue/search-box/web/suggestions.tsx'
import { useWhileTyping } from '#features/catalogue/search-box/web/use-suggestions.ts'
import { deskFindApi, type Found } from '#features/desk/find/contract.ts'
import { workAddress } from '#features/requests/cataloguing/web/work-address.ts'
import { queryOf } from '#kit/web/use-api.ts'

/** The suggestions of the search field at the desk. */
export const DeskSuggestions = (props: SuggestionsProps) => <Suggestions {...props} useGroups={useDeskGroups} />

/** Numbers, organisations and people, then suggestions from the catalogue; all in one call. */
export function useDeskGroups(text: string): SuggestedGroup[] | undefined {
  const found = useWhileTyping(text, (typed) => queryOf(deskFindApi.deskFind, { text: typed }))?.response
  return found && [...groupsOf(text, found), ...groupsOfSuggestions(found.suggested)]
}

/** The palette has room for records only, of all the catalogue’s suggestions. */
export function useDeskLines(text: string): SuggestedGroup[] {
  const found = useWhileTyping(text, (typed) => queryOf(deskFindApi.deskFind, { text: typed }))?.response
  if (!found) return []
  const records = { ...found.suggested, authors: [], headings: [], series: [] }
  return [...groupsOf(text, found), ...groupsOfSuggestions(records)]
}

const groupsOf = (typed: string, { numbers, organisations, people, more }: Found): SuggestedGroup[] =>
  [
    {
      label: 'Numbers',
      icon: Hash,
      leads: true,
      options: numbers.map((line) => ({
        key: `number ${line.number}`,
        text: line.number,
        note: line.organisation,
        href: addressOf(line),
        typed: '',
      })),
    },
    {
      label: 'Organisations',
      icon: Building2,
      options: [
        ...organisations.map(({ id, customerNo, name }) => ({
          key: `organisation ${id}`,
          text: name,
          note: customerNo,
          href: `/desk/organisations/${encodeURIComponent(id)}`,
          typed: '',
        })),
        ...allIn('organisations', more.organisations, typed),
      ],
    },
    {
      label: 'People',
      icon: UserRound,
      options: [
        ...people.map(({ id, name, username, organisation }) => ({
          key: `person ${id}`,
          text: name || username,
          note: [name && username, organisation].filter(Boolean).join(', '),
          href: `/desk/users?${new URLSearchParams({ text: username })}`,
          typed: '',
        })),
        ...allIn('users', more.people, typed),
      ],
    },
  ].filter(({ options }) => options.length > 0)

/** The last line of a group that is longer: leads to its list, narrowed by the same text. */
function allIn(list: 'organisations' | 'users', longer: boolean, typed: string): Suggestion[] {
  if (!longer) return []
  const text = `All ${list === 'users' ? 'people' : list} matching “${typed.trim()}”`
  return [{ key: `all ${list}`, text, href: `/desk/${list}?${new URLSearchParams({ text: typed.trim() })}`, typed: '' }]
}

function addressOf({ kind, number, itemId }: Found['numbers'][number]): string {
  if (itemId !== null) return workAddress(itemId)
  return `/desk/${kind === 'order' ? 'orders' : 'invoices'}?${new URLSearchParams({ text: number })}`
}
