import { createContext, type ReactNode, useContext } from 'react'
import type { FolderItem } from '../../web/hit-facts.ts'

type Piece<Props> = (props: Props) => ReactNode
type OneRecord = { id: string; title: string }

/**
 * Components and functions of other features on the catalogue's screens, for actions on records and data about them.
 * The catalogue imports none of those features.
 */
export type RecordPieces = {
  /** `aria-keyshortcuts`: a key that presses it in a list of records. */
  FolderToggle: Piece<{ item: FolderItem; square?: boolean; 'aria-keyshortcuts'?: string }>
  FolderToggleAll: Piece<{ items: FolderItem[] }>
  DownloadRecord: Piece<OneRecord & { square?: boolean; 'aria-keyshortcuts'?: string }>
  DownloadedMark: Piece<{ id: string }>
  /** For staff of a school; suspends. */
  ItemDownloads: Piece<OneRecord>
  /** Adds all of the records to the temporary folder or none. Rejects with the reason if it cannot hold them. */
  addAllToFolder: (items: FolderItem[]) => Promise<{ sentence: string; undo?: () => void }>
  /** Opens the menu of folders for several records. */
  FolderMenuButton: Piece<{ items: FolderItem[]; label?: string; of: string }>
  /** Asks staff of a school for content and format, and downloads these records or what a query finds. */
  DownloadFound: Piece<
    { name: string; count: number; onClose: () => void } & ({ ids: string[] } | { query: Record<string, unknown> })
  >
  /** Suspends. */
  RecordHtmlDialog: Piece<OneRecord & { onClose: () => void }>
}

/** The app fills it around each screen that shows records. */
export const RecordPiecesContext = createContext<RecordPieces | undefined>(undefined)

export function useRecordPieces(): RecordPieces {
  const pieces = useContext(RecordPiecesContext)
  if (!pieces) throw new Error('This screen needs a RecordPiecesContext around it.')
  return pieces
}
