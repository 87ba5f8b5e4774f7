import { Link2, Pencil, Trash2 } from 'lucide-react'
import { dateAndTime, grouped, nounOf } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { type Columns, dayInFile, type Order, yesOrNo } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status } from '#ui/tags.tsx'
import { DownloadFolder } from '../../web/download-folder.tsx'
import { savedFolderAddress } from '../../web/folder-addresses.ts'
import type { FolderView } from './saved-folders-screen.tsx'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export const folderColumns: Columns<FolderView> = [
  {
    head: 'Name',
    className: 'name-cell anywhere',
    minWidth: 200,
    sort: 'name',
    compare: (a, b) => collator.compare(a.listName, b.listName),
    csv: ({ listName }) => listName,
    cell: ({ id, listName }) => (
      <Link className="table-title" href={savedFolderAddress(id)}>
        {listName}
      </Link>
    ),
  },
  {
    head: 'Records',
    number: true,
    width: 100,
    sort: 'records',
    compare: (a, b) => a.recordLength - b.recordLength,
    csv: ({ recordLength }) => recordLength,
    cell: ({ recordLength }) => (
      <>
        {grouped(recordLength)}
        <span className="narrow-word"> {nounOf(recordLength, 'record')}</span>
      </>
    ),
  },
  {
    head: 'Saved by',
    className: 'person-cell ink-2 anywhere',
    width: 200,
    apart: true,
    sort: 'person',
    compare: (a, b) => collator.compare(a.savedBy, b.savedBy),
    csv: ({ savedBy }) => savedBy,
    cell: ({ savedBy }) => savedBy,
  },
  { head: 'Created', csv: ({ createdDate }) => dayInFile(createdDate) },
  {
    head: 'Changed',
    className: 'num ink-2 nowrap',
    width: 190,
    sort: 'changed',
    compare: (a, b) => Number(a.updatedDate) - Number(b.updatedDate),
    csv: ({ updatedDate }) => dayInFile(updatedDate),
    cell: ({ updatedDate }) => dateAndTime(updatedDate),
  },
  {
    head: 'Shared',
    width: 110,
    sort: 'shared',
    compare: (a, b) => Number(a.shareToken !== null) - Number(b.shareToken !== null),
    csv: ({ shareToken }) => yesOrNo(shareToken !== null),
    cell: ({ shareToken }) => shareToken !== null && <Status icon={Link2}>Shared</Status>,
  },
]

/** All folders of a school, of which only the visible ones are rendered. */
export function SavedFoldersTable({
  folders,
  order,
  onSort,
  near,
  onRename,
  onDelete,
}: {
  folders: readonly FolderView[]
  order: Order
  onSort: (order: Order) => void
  /** Handlers for buttons that open a dialog. */
  near: { onPointerEnter: () => void; onFocus: () => void }
  onRename: (folder: FolderView) => void
  onDelete: (folder: FolderView) => void
}) {
  return (
    <div className="folders-table cards">
      <DataTable
        caption="Saved folders"
        columns={[
          ...folderColumns,
          {
            head: 'Actions',
            headHidden: true,
            className: 'act-cell',
            width: 116,
            cell: (folder) => (
              <span>
                <DownloadFolder folder={folder} square />
                <Button look="bare" square icon={Pencil} {...near} onClick={() => onRename(folder)}>
                  {`Rename ${folder.listName}`}
                </Button>
                <Button look="bare" square icon={Trash2} {...near} onClick={() => onDelete(folder)}>
                  {`Delete ${folder.listName}`}
                </Button>
              </span>
            ),
          },
        ]}
        rows={folders}
        keyOf={({ id }) => id}
        usualHeight={51}
        order={order}
        onSort={onSort}
      />
    </div>
  )
}
