import type { Day } from '#kit/day.ts'
import { type CslItem, isPart, namesOf, type Role, yearsOf } from './csl.ts'
import { folded, lettersOf } from './folded.ts'
import type { StyleId } from './ids.ts'
import { inverted } from './names.ts'
import type { Run } from './runs.ts'
import { styles } from './styles.ts'

/** The references in the order of the style, with letters after equal years of an author if the style names years. */
export function bibliography(id: StyleId, items: CslItem[], today: Day): Run[][] {
  const { order, format } = styles.find((each) => each.id === id)!
  if (order === 'numbers') return items.map((item) => format(item, { today }))
  const entries = items
    .map((item) => ({ item, makers: makersOf(item), title: titleKey(item.title) }))
    .map((entry) => ({ ...entry, year: yearsOf(entry.item) }))
    .sort(
      (one, other) =>
        compare(one.makers || one.title, other.makers || other.title) ||
        (order === 'letters' ? compare(one.year || ' ', other.year || ' ') : 0) ||
        compare(one.title, other.title),
    )
  const counts = new Map<string, number>()
  const keyOf = ({ makers, year }: (typeof entries)[number]) => `${makers} ${year}`
  for (const entry of entries) if (entry.makers) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1)
  const used = new Map<string, number>()
  return entries.map((entry) => {
    if (order !== 'letters' || (counts.get(keyOf(entry)) ?? 0) < 2) return format(entry.item, { today })
    const at = used.get(keyOf(entry)) ?? 0
    used.set(keyOf(entry), at + 1)
    return format(entry.item, { today, letter: lettersOf(at) })
  })
}

const makersOf = (item: CslItem): string => {
  const roles: Role[] = item.type === 'motion_picture' ? ['director', 'author'] : ['author']
  const all = [...roles, ...(isPart(item) ? [] : ['editor' as const])].map((role) => namesOf(item, role))
  return folded((all.find((names) => names.length > 0) ?? []).map(inverted).join('; '))
}

/** Without the article at its beginning. */
const titleKey = (title: string) =>
  folded(title)
    .replace(/^\P{L}+(?=\p{L})/u, '')
    .replace(/^(?:an?|the) (?=\S)/, '')

const collator = new Intl.Collator('en')
const compare = (one: string, other: string) => collator.compare(one, other)
