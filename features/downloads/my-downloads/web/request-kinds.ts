import { Barcode, BookOpen, Folder, Globe, LibraryBig, type LucideIcon, Tags } from 'lucide-react'
import type { DownloadRequest } from '#features/downloads/contract.ts'

type Type = DownloadRequest['requestType']

/** What kinds of request are called where there is room for a word or two. */
export const kinds: Record<Type, { label: string; icon: LucideIcon }> = {
  IDENTIFIERS: { label: 'Quick request', icon: Barcode },
  ITEM: { label: 'Single record', icon: BookOpen },
  DIGITAL: { label: 'Digital content', icon: Globe },
  COLLECTION: { label: 'Collection', icon: LibraryBig },
  FOLDER: { label: 'Folder', icon: Folder },
  AUTHORITY: { label: 'Authority headings', icon: Tags },
}
