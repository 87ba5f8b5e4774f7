import { normalised } from '#kit/normalised.ts'
import './saved-folders.css'
import { useQueryClient } from '@tanstack/react-query'
import { FolderArchive, FolderSearch } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { foldersApi } from '#features/folders/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { fileOf, type Order, sortRows } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { FolderNotice, useNotice } from '../../temporary/web/folder-notice.tsx'
import { FolderHead } from '../../web/folder-bar.tsx'
import { lazyDialogs } from '../../web/lazy-dialogs.ts'
import { NoFolders } from '../../web/no-folders.tsx'
import { folderColumns, SavedFoldersTable } from './saved-folders-table.tsx'

export type FolderView = Answer<typeof foldersApi.listFolders>['response'][number]

const name = 'Saved folders'

const { Dialogs, near, usePrepared } = lazyDialogs(
  async () => (await import('./saved-folders-dialogs.tsx')).SavedFoldersDialogs,
)

export function SavedFoldersScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoFolders title={name} />
  return <SavedFolders />
}

function SavedFolders() {
  const { reply, problem, again } = useLatestReply(foldersApi.listFolders, {})
  const { notice, tell } = useNotice()
  const folders = reply?.response
  return (
    <div className="folder-screen">
      <title>{name}</title>
      <FolderHead
        title={name}
        facts={folders ? `${counted(folders.length, 'folder')} at your school` : problem ? '' : 'Loading…'}
      >
        <LinkButton href="/discover/temp/folder">Temporary folder</LinkButton>
      </FolderHead>
      <FolderNotice notice={notice} />
      {problem && !folders ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !folders ? (
        <div className="mt-22">
          <Skeleton lines={6} width="80%" />
        </div>
      ) : folders.length === 0 ? (
        <EmptyState
          icon={FolderArchive}
          title="No saved folders yet"
          hint="Collect records in the temporary folder and save it under a name. Everyone at your school will find it here."
        >
          <LinkButton look="main" href="/discover/temp/folder">
            Go to the temporary folder
          </LinkButton>
          <LinkButton href="/discover/results/">Search the catalogue</LinkButton>
        </EmptyState>
      ) : (
        <FolderList folders={folders} onTell={tell} />
      )}
    </div>
  )
}

function FolderList({ folders, onTell }: { folders: FolderView[]; onTell: ReturnType<typeof useNotice>['tell'] }) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<Order>({ by: 'changed', descending: true })
  const [open, setOpen] = useState<{ what: 'rename' | 'delete'; folder: FolderView }>()
  // Typing updates the field at once; twenty thousand rows follow when the browser has time.
  const deferredName = useDeferredValue(typed)
  const sorted = useMemo(() => sortRows(folderColumns, folders, order), [folders, order])
  const found = useMemo(() => findFolders(sorted, deferredName), [sorted, deferredName])
  const refresh = () => cache.invalidateQueries({ queryKey: [foldersApi.listFolders.path] })
  usePrepared()
  return (
    <>
      <div className="folder-bar wrap no-print">
        <TextField
          label="Find a folder"
          type="search"
          className="find-folder"
          autoComplete="off"
          placeholder="Name or person"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ExportButton name={name} read={() => fileOf(folderColumns, found)} />
        <p className="found-folders num aside ml-auto lh-36" role="status">
          {deferredName.trim() !== '' && `${grouped(found.length)} of ${counted(folders.length, 'folder')}`}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={FolderSearch}
          title={`No folders match “${deferredName.trim()}”`}
          hint="Try part of its name, or the name of the person who saved it."
        />
      ) : (
        <SavedFoldersTable
          folders={found}
          order={order}
          onSort={setOrder}
          near={near}
          onRename={(folder) => setOpen({ what: 'rename', folder })}
          onDelete={(folder) => setOpen({ what: 'delete', folder })}
        />
      )}
      {open && (
        <Dialogs
          {...open}
          onDone={(notice) => {
            void refresh()
            onTell(notice)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** Folders with every typed word in their name or person, ignoring case and accents. */
function findFolders(folders: readonly FolderView[], typed: string): readonly FolderView[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return folders
  return folders.filter(({ listName, savedBy }) => {
    const text = plain(`${listName} ${savedBy}`)
    return words.every((word) => text.includes(word))
  })
}

const plain = (text: string) => normalised(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase()
