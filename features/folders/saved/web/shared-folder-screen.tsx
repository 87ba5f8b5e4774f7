import { FolderInput, Link2Off } from 'lucide-react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { foldersApi } from '#features/folders/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { counted, dateAndTime } from '#kit/web/format.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { FolderNotice, useNotice } from '../../temporary/web/folder-notice.tsx'
import { putIntoTemporary } from '../../temporary/web/put-into-temporary.ts'
import { FolderBar, FolderHead } from '../../web/folder-bar.tsx'
import { NoFolders } from '../../web/no-folders.tsx'
import { PrintList } from '../../web/print-list.tsx'
import { RecordTable } from '../../web/record-table.tsx'
import { useFolderOrder } from '../../web/use-folder-order.ts'

type Shared = Answer<typeof foldersApi.sharedFolder>['response']

export function SharedFolderScreen() {
  const me = useCurrentUser()
  const { token = '' } = useParams()
  if (me && !isSchoolStaff(me)) return <NoFolders title="Shared folder" />
  return <ByLink key={token} token={token} />
}

function ByLink({ token }: { token: string }) {
  const { reply, problem, again } = useLatestReply(foldersApi.sharedFolder, { token })
  if (problem?.code === 'folder_not_found')
    return (
      <EmptyState
        top
        icon={Link2Off}
        title="We couldn’t find this folder"
        hint="It may no longer be shared, or the link may be incomplete. Ask the person who sent it for a new one."
      >
        <title>Not found</title>
        <LinkButton look="main" href="/discover/results/">
          Search the catalogue
        </LinkButton>
        <LinkButton href="/savedList">Saved folders</LinkButton>
      </EmptyState>
    )
  return (
    <div className="folder-screen">
      <BackLink />
      {reply ? (
        <SharedFolder folder={reply.response} />
      ) : (
        <>
          <h1>Shared folder</h1>
          {problem ? (
            <>
              <title>Shared folder</title>
              <ErrorBox messages={problem.messages} onRetry={again} />
            </>
          ) : (
            <Skeleton lines={5} width="70%" />
          )}
        </>
      )}
    </div>
  )
}

function SharedFolder({ folder }: { folder: Shared }) {
  const { notice, tell } = useNotice()
  const { order, choose, sorted } = useFolderOrder(folder.items)
  return (
    <>
      <title>{folder.listName}</title>
      <FolderHead
        title={folder.listName}
        facts={`Shared by ${folder.sharedBy}. ${counted(folder.items.length, 'record')}, changed ${dateAndTime(folder.updatedDate)}`}
      >
        <Button look="main" icon={FolderInput} onClick={() => putIntoTemporary(sorted, tell)}>
          Add all to my temporary folder
        </Button>
      </FolderHead>
      <FolderNotice notice={notice} />
      <FolderBar name={folder.listName} items={sorted} order={order} onOrder={choose} />
      <RecordTable caption={`Records of ${folder.listName}`} items={sorted} />
      <PrintList items={sorted} />
    </>
  )
}
