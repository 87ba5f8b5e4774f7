import { BookOpen, Box, Disc3, Globe, LibraryBig, Music, Tablet } from 'lucide-react'
import { counted } from '#kit/web/format.ts'
import type { IconShape } from '#ui/icon.tsx'
import { itemTextNames, type ResourceType } from '../rules.ts'

export const typeIcons: Record<ResourceType, IconShape> = {
  BOOK: BookOpen,
  ONLINE_RESOURCE: Globe,
  E_BOOK: Tablet,
  READER_SET: LibraryBig,
  DVD_CD: Disc3,
  MUSIC_SCORE: Music,
  OTHER_PHYSICAL_ITEMS: Box,
}

/** An item's details besides the title, in reading order. */
const shownNames = [
  'standardNumber',
  'url',
  'subtitles',
  'authors',
  'series',
  'publisher',
  'publicationPlace',
  'publicationDate',
  'pages',
] as const
export const shownFields = shownNames.map((field) => [field, itemTextNames[field]] as const)

type Named = { title: string; standardNumber: string; url: string; itemNumber: string }

/** The name shown to people: the title, else a number. */
export const itemName = ({ title, standardNumber, url, itemNumber }: Named): string =>
  title || standardNumber || url.replace(/^\w+:\/\//, '') || itemNumber

/** The first item, and the number of others. */
export function describeItems(items: readonly Named[]): string {
  const [first] = items
  if (!first) return 'No items'
  const others = items.length - 1
  return others === 0 ? itemName(first) : `${itemName(first)} and ${counted(others, 'other')}`
}
