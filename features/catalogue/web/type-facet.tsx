import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Bucket } from '#features/catalogue/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { type ItemCategory, itemTypes } from '#marc/crosswalk/item-types.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/field.tsx'
import { ExcludeButton } from '#ui/table/check-list.tsx'
import { words as say } from '../messages.ts'
import { excluding, typeCategories, typeFilters } from './search-filters.ts'
import type { Filter } from './search-state.ts'

/** Resource types by category: a category is chosen as a whole, or unfolded into its types. */
export function TypeFacet({
  legend,
  buckets,
  chosen,
  onToggle,
}: {
  legend: string
  buckets: Bucket[]
  chosen: string[]
  onToggle: (...filters: Filter[]) => void
}) {
  const counts = new Map(buckets.map(({ key, doc_count }) => [key, doc_count]))
  const categories = typeCategories.filter((category) =>
    itemTypes[category].some((type) => counts.has(type) || chosen.includes(type)),
  )
  const categorised = typeCategories.flatMap((category): readonly string[] => itemTypes[category])
  const others = [...new Set([...counts.keys(), ...chosen])].filter((type) => !categorised.includes(type))
  if (categories.length + others.length === 0) return null
  return (
    <fieldset className="check-list">
      <legend>{legend}</legend>
      {categories.map((category) => (
        <Category key={category} {...{ category, counts, chosen, onToggle }} />
      ))}
      {others.map((type) => (
        <Type key={type} {...{ type, counts, chosen, onToggle }} />
      ))}
    </fieldset>
  )
}

type Of = { counts: Map<string, number>; chosen: string[]; onToggle: (...filters: Filter[]) => void }

/** Nothing for a customer without these counts, whose chosen types are listed all the same. */
const countIn = (counts: Of['counts'], types: readonly string[]) =>
  counts.size > 0 && { count: grouped(types.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0)) }

function Type({ type, counts, chosen, onToggle }: Of & { type: string }) {
  const filter: Filter = { field: 'scisType', value: type }
  return (
    <div className="check-row">
      <Checkbox
        label={type}
        {...countIn(counts, [type])}
        checked={chosen.includes(type)}
        onChange={() => onToggle(filter)}
      />
      <ExcludeButton of={type} onClick={() => onToggle(...excluding([filter]))} />
    </div>
  )
}

function Category({ category, counts, chosen, onToggle }: Of & { category: ItemCategory }) {
  const [unfolded, unfold] = useState<boolean>()
  const types: readonly string[] = itemTypes[category]
  const listed = types.filter((type) => counts.has(type) || chosen.includes(type))
  const all = types.every((type) => chosen.includes(type))
  const some = !all && types.some((type) => chosen.includes(type))
  const open = unfolded ?? some
  return (
    <div className="type-category check-row items-center">
      <Checkbox
        label={category}
        {...countIn(counts, listed)}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = some
        }}
        onChange={() => onToggle(...typeFilters(category))}
      />
      <Button
        look="bare"
        square
        icon={open ? ChevronDown : ChevronRight}
        aria-expanded={open}
        onClick={() => unfold(!open)}
      >
        {`${say.typesOf} ${category}`}
      </Button>
      <ExcludeButton of={category} onClick={() => onToggle(...excluding(typeFilters(category)))} />
      {open && (
        <div className="type-list full-row">
          {listed.map((type) => (
            <Type key={type} {...{ type, counts, chosen, onToggle }} />
          ))}
        </div>
      )}
    </div>
  )
}
