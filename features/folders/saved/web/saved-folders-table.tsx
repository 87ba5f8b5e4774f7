import { Link2, Pencil, Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { LongTable } from '#ui/table/long-table.tsx'
import { type Order, SortableHeader } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { DownloadFolder } from '../../web/download-folder.tsx'
import { dateInWords, savedFolderAddress } from '../../web/folder-words.ts'
import type { ShownFolder } from './saved-folders-screen.tsx'

/** All folders of a school, of which those in sight are drawn. */
export function SavedFoldersTable({
  folders,
  order,
  onSort,
  near,
  onRename,
  onDelete,
  onFailure,
}: {
  folders: readonly ShownFolder[]
  order: Order
  onSort: (order: Order) => void
  /** Of what opens a dialog. */
  near: { onPointerEnter: () => void; onFocus: () => void }
  onRename: (folder: ShownFolder) => void
  onDelete: (folder: ShownFolder) => void
  onFailure: (error: unknown) => void
}) {
  const by = { order, onSort }
  return (
    <div className="folders-table">
      <LongTable
        caption="Saved folders"
        columns={
          <>
            <SortableHeader by="name" {...by}>
              Name
            </SortableHeader>
            <SortableHeader by="records" number {...by}>
              Records
            </SortableHeader>
            <SortableHeader by="person" className="person-head" {...by}>
              Saved by
            </SortableHeader>
            <SortableHeader by="changed" {...by}>
              Changed
            </SortableHeader>
            <SortableHeader by="shared" {...by}>
              Shared
            </SortableHeader>
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
        rows={folders}
        keyOf={(folder) => folder.id}
        usualHeight={51}
        cells={(folder) => (
          <>
            <td className="name-cell">
              <Link className="table-title" href={savedFolderAddress(folder.id)}>
                {folder.listName}
              </Link>
            </td>
            <td className="n count-cell">
              {folder.recordLength.toLocaleString()}
              <span className="narrow-word"> {folder.recordLength === 1 ? 'record' : 'records'}</span>
            </td>
            <td className="person-cell">{folder.savedBy}</td>
            <td className="num date-cell">{dateInWords(folder.updatedDate)}</td>
            <td className="shared-cell">{folder.shareToken !== null && <Status icon={Link2}>Shared</Status>}</td>
            <td className="act-cell">
              <span>
                <DownloadFolder folder={folder} square onFailure={onFailure} />
                <Button look="bare" square icon={Pencil} {...near} onClick={() => onRename(folder)}>
                  {`Rename ${folder.listName}`}
                </Button>
                <Button look="bare" square icon={Trash2} {...near} onClick={() => onDelete(folder)}>
                  {`Delete ${folder.listName}`}
                </Button>
              </span>
            </td>
          </>
        )}
      />
    </div>
  )
}
