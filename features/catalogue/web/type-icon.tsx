import { BookOpen, Box, Clapperboard, Headphones, Laptop, Newspaper } from 'lucide-react'
import { type ItemCategory, itemTypes } from '#marc/crosswalk/item-types.ts'
import { Icon, type IconShape } from '#ui/icon.tsx'

const shapes: Record<ItemCategory, IconShape> = {
  Books: BookOpen,
  Serials: Newspaper,
  Digital: Laptop,
  Video: Clapperboard,
  Audio: Headphones,
  Other: Box,
}

/** The resource type, with the icon of its category. */
export function ResourceType({ type }: { type: string }) {
  const category = (Object.keys(itemTypes) as ItemCategory[]).find((each) =>
    (itemTypes[each] as readonly string[]).includes(type),
  )
  return (
    <span className="resource-type inline-row gap-6 items-baseline">
      <Icon className="self-center ink-3" of={shapes[category ?? 'Other']} small />
      {type}
    </span>
  )
}
