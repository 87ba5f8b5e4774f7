import type { ComponentType } from 'react'
import { type RecordPieces, RecordPiecesContext } from '#features/catalogue/record/web/record-pieces.tsx'
import {
  DownloadDialog,
  DownloadedMark,
  DownloadRecord,
  ItemDownloads,
  RecordHtmlDialog,
} from '#features/downloads/web/downloads-parts.tsx'
import { FolderMenuButton, FolderToggle, FolderToggleAll } from '#features/folders/web/folders-parts.tsx'

// Loaded on demand: most visits to a page of results take no whole set.
const wholeList = () => import('#features/folders/web/whole-list-parts.tsx')

const pieces: RecordPieces = {
  FolderToggle,
  FolderToggleAll,
  FolderMenuButton,
  DownloadRecord,
  DownloadedMark,
  ItemDownloads,
  addAllToFolder: async (items) => (await wholeList()).addAll(items),
  DownloadFound: DownloadDialog,
  RecordHtmlDialog,
}

/** A catalogue screen, with the download and folder features for its records. */
export const withRecordPieces = (Screen: ComponentType) => () => (
  <RecordPiecesContext value={pieces}>
    <Screen />
  </RecordPiecesContext>
)
