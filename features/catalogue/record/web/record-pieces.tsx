import { createContext, type ReactNode, useContext } from 'react'
import type { FolderItem } from '../../web/hit-facts.ts'

type Piece<Props> = (props: Props) => ReactNode
type OneRecord = { id: string; title: string }

/**
 * Components of other features on the catalogue's screens, for actions on a record and data about it. The catalogue
 * imports none of those features.
 */
export type RecordPieces = {
  FolderToggle: Piece<{ item: FolderItem; square?: boolean }>
  FolderToggleAll: Piece<{ items: FolderItem[] }>
  DownloadRecord: Piece<OneRecord & { square?: boolean }>
  DownloadedMark: Piece<{ id: string }>
  /** For staff of a school; suspends. */
  ItemDownloads: Piece<OneRecord>
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
