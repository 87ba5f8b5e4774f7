import { FolderX } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'

export const NoSuchFolder = () => (
  <EmptyState
    top
    icon={FolderX}
    title="We couldn’t find this folder"
    hint="It may have been deleted, or the address may be incomplete."
  >
    <title>Not found</title>
    <LinkButton look="main" href="/savedList">
      Saved folders
    </LinkButton>
  </EmptyState>
)
