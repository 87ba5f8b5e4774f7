import { Download, FolderOpen, FolderPlus, ListX, Mail, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { DownloadDialog } from '#features/downloads/web/downloads-parts.tsx'
import { folderProblem, foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { FolderBar, FolderHead } from '../../web/folder-bar.tsx'
import { lazyDialogs } from '../../web/lazy-dialogs.ts'
import { PrintList } from '../../web/print-list.tsx'
import { RecordTable } from '../../web/record-table.tsx'
import { useFolderOrder } from '../../web/use-folder-order.ts'
import { type Intention, signInFirst, takeIntention } from './after-sign-in.ts'
import { emptyFolder, markViewed, restoreFolder } from './change-temporary.ts'
import { FolderNotice, type Notice, useNotice } from './folder-notice.tsx'
import { folderJson } from './save-folder.ts'
import { folderIsStored, folderItems, removeFromFolder, useFolderItems } from './temporary-folder.ts'
import type { TemporaryFolderDialog } from './temporary-folder-dialogs.tsx'

const name = 'Temporary folder'

const { Dialogs, near, usePrepared } = lazyDialogs(
  async () => (await import('./temporary-folder-dialogs.tsx')).TemporaryFolderDialogs,
)

const fetchKeeping = () => import('./keep-choice.tsx')
const HowLong = lazyWhenIdle(async () => (await fetchKeeping()).HowLong)
const KeepChoice = lazyWhenIdle(async () => (await fetchKeeping()).KeepChoice)

export function TemporaryFolderScreen() {
  const me = useCurrentUser()
  const items = useFolderItems()
  const { order, choose, sorted } = useFolderOrder(items)
  const selection = useSelection(useMemo(() => sorted.map(({ bibId }) => bibId), [sorted]))
  const { notice, tell, clear } = useNotice()
  const [open, setOpen] = useState<TemporaryFolderDialog>()
  const [downloads, setDownloads] = useState(false)
  usePrepared()
  const allowed = me === null || isSchoolStaff(me)

  const remove = (bibIds: string[], what: string) => {
    const before = folderItems()
    const refusal = removeFromFolder(...bibIds)
    if (refusal) return tell({ tone: 'bad', text: refusal })
    selection.clear()
    tell({
      text: `${what} removed from the temporary folder.`,
      undo: () => {
        restoreFolder(before)
        tell({ text: `${what} restored to the temporary folder.` })
      },
    })
  }
  const removeChosen = () => {
    const chosen = [...selection.chosen]
    if (chosen.length === 0) return tell({ tone: 'bad', text: 'No records to remove were selected' })
    setOpen({ what: 'remove', bibIds: chosen })
  }
  const removeAll = (said: Notice = { text: '' }) => {
    const before = folderItems()
    emptyFolder()
    tell({ ...said, text: `${said.text} The temporary folder is empty.`.trim(), undo: () => putBack(before) })
  }
  const putBack = (before: typeof items) => {
    restoreFolder(before)
    tell({ text: `${counted(before.length, 'record')} restored to the temporary folder.` })
  }

  const download = () => {
    if (items.length === 0) return refuse('nothing_to_download')
    if (!me && signInFirst({ kind: 'download' })) return
    clear()
    setDownloads(true)
  }
  const save = (startWith?: string) => {
    if (items.length === 0) return refuse('folder_empty')
    setOpen(startWith === undefined ? { what: 'save' } : { what: 'save', startWith })
  }
  const email = () => {
    if (items.length === 0) return refuse('nothing_to_email')
    if (!me && signInFirst({ kind: 'email' })) return
    setOpen({ what: 'email' })
  }
  const refuse = (code: 'nothing_to_download' | 'folder_empty' | 'nothing_to_email') =>
    tell({ tone: 'bad', text: folderProblem(code).messages[0] })

  const goOn = (intention: Intention) => {
    if (intention.kind === 'download') download()
    else if (intention.kind === 'email') email()
    else save(intention.folderName)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens after signing in
  useEffect(() => {
    const intention = takeIntention()
    if (intention && me && allowed) goOn(intention)
  }, [])

  return (
    <div className="folder-screen">
      <title>{name}</title>
      <FolderHead
        title={name}
        facts={
          items.length === 0 ? (
            'No records'
          ) : (
            <>
              {counted(items.length, 'record')}
              <LazyPart quiet>
                <HowLong />
              </LazyPart>
            </>
          )
        }
      >
        {allowed && (
          <>
            <Button icon={Mail} {...near} onClick={email}>
              Email list
            </Button>
            <Button icon={FolderPlus} {...near} onClick={() => save()}>
              Save list
            </Button>
            <Button look={items.length > 0 ? 'main' : 'plain'} icon={Download} {...near} onClick={download}>
              Download
            </Button>
          </>
        )}
      </FolderHead>
      {!me && items.length > 0 && (
        <p className="hint aside measure-wide mt-8 no-print">
          Sign in to download, save or email the list. The folder won’t change.
        </p>
      )}
      {!allowed && (
        <p className="hint aside measure-wide mt-8 no-print">Only library staff can download, save and email lists.</p>
      )}
      {!folderIsStored() && (
        <p className="hint aside measure-wide mt-8 no-print">
          This browser can’t store the folder. You’ll lose it when you leave this page.
        </p>
      )}
      {me && allowed && (
        <div className="mt-8 no-print">
          <LazyPart fallback={<p>&nbsp;</p>}>
            <KeepChoice />
          </LazyPart>
        </div>
      )}
      <FolderNotice notice={notice} focusUndo={items.length === 0} />
      {items.length === 0 ? (
        <EmptyState
          icon={FolderOpen}
          title="The temporary folder is empty"
          hint={`Choose “Add to folder” in any list of results${allowed ? ', then download the records together, save them under a name or email the list' : ''}.`}
        >
          <LinkButton look="main" href="/discover/results/">
            Search the catalogue
          </LinkButton>
          {allowed && <LinkButton href="/savedList">Saved folders</LinkButton>}
        </EmptyState>
      ) : (
        <>
          <FolderBar name={name} items={sorted} order={order} onOrder={choose} chosen={selection.chosen}>
            <Button icon={X} {...near} onClick={removeChosen}>
              Remove selected{selection.chosen.size > 0 && ` (${grouped(selection.chosen.size)})`}
            </Button>
            <Button icon={ListX} {...near} onClick={() => setOpen({ what: 'empty' })}>
              Remove all
            </Button>
          </FolderBar>
          <RecordTable
            caption="Records in the temporary folder"
            items={sorted}
            selection={selection}
            onRemove={({ bibId, itemTitle }) => remove([bibId], itemTitle)}
            onOpen={({ bibId }) => markViewed(bibId)}
          />
          <PrintList items={sorted} />
        </>
      )}
      {downloads && (
        <LazyPart>
          <DownloadDialog
            name={name}
            count={items.length}
            make={(choice, options) =>
              call(foldersApi.downloadTemporaryFolder, { searchFolderJson: folderJson(items), ...choice }, options)
            }
            onClose={() => setDownloads(false)}
          />
        </LazyPart>
      )}
      {open && (
        <Dialogs
          open={open}
          items={items}
          sorted={sorted}
          ownAddress={me?.user.email}
          tell={tell}
          onRemove={(bibIds) => remove(bibIds, counted(bibIds.length, 'record'))}
          onEmpty={removeAll}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}
