import { lazy } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { useParams } from '#kit/web/router.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { NoFolders } from '../../web/no-folders.tsx'
import { SavedFolder } from './saved-folder.tsx'
import { useSavedFolder } from './use-saved-folder.ts'

// Loaded on demand: few addresses have no folder.
const NoSuchFolder = lazy(async () => ({ default: (await import('./no-such-folder.tsx')).NoSuchFolder }))

export function SavedFolderScreen() {
  const me = useCurrentUser()
  const { folderId = '' } = useParams()
  if (me && !isSchoolStaff(me)) return <NoFolders title="Saved folder" />
  return <OneFolder key={folderId} folderId={folderId} me={me} />
}

function OneFolder({ folderId, me }: { folderId: string; me: CurrentUser | null }) {
  const { open, problem, again, show } = useSavedFolder(folderId)
  if (problem?.code === 'folder_not_found') return <NoSuchFolder />
  return (
    <div className="folder-screen">
      <BackLink />
      {open ? (
        <SavedFolder open={open} ownAddress={me?.user.email ?? ''} onChanged={show} />
      ) : (
        <>
          <h1>Saved folder</h1>
          {problem ? (
            <>
              <title>Saved folder</title>
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
