import { createContext, type ReactNode, useContext } from 'react'
import type { FolderItem } from '../../web/hit-facts.ts'

type Piece<Props> = (props: Props) => ReactNode
type OneRecord = { id: string; title: string }

/** What other features do with a record, or know of it, on the catalogue's screens. The catalogue knows none of them. */
export type RecordPieces = {
  FolderToggle: Piece<{ item: FolderItem; square?: boolean }>
  FolderToggleAll: Piece<{ items: FolderItem[] }>
  DownloadRecord: Piece<OneRecord & { square?: boolean }>
  DownloadedMark: Piece<{ id: string }>
  /** For staff of a school; it suspends. */
  ItemDownloads: Piece<OneRecord>
  /** It suspends. */
  RecordHtmlDialog: Piece<OneRecord & { onClose: () => void }>
}

/** The assembly fills it around each screen that shows records. */
export const RecordPiecesContext = createContext<RecordPieces | undefined>(undefined)

export function useRecordPieces(): RecordPieces {
  const pieces = useContext(RecordPiecesContext)
  if (!pieces) throw new Error('This screen needs a RecordPiecesContext around it.')
  return pieces
}
