import { Barcode, BookOpen, Cable, Folder, Globe, LibraryBig, type LucideIcon, Tags } from 'lucide-react'
import type { DownloadRequest } from '#features/downloads/contract.ts'

type Type = DownloadRequest['requestType']

/** Short names for the types of request. */
export const kinds: Record<Type, { label: string; icon: LucideIcon }> = {
  IDENTIFIERS: { label: 'Quick request', icon: Barcode },
  ITEM: { label: 'Single record', icon: BookOpen },
  DIGITAL: { label: 'Digital content', icon: Globe },
  COLLECTION: { label: 'Collection', icon: LibraryBig },
  FOLDER: { label: 'Folder', icon: Folder },
  LIBRARY_SYSTEM: { label: 'Library system', icon: Cable },
  AUTHORITY: { label: 'Authority headings', icon: Tags },
}
