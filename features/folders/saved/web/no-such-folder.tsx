import { FolderX } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'

export const NoSuchFolder = () => (
  <EmptyState
    top
    icon={FolderX}
    title="There is no such folder."
    hint="It may have been deleted, or the address is not complete."
  >
    <title>Not found</title>
    <LinkButton look="main" href="/savedList">
      Saved folders
    </LinkButton>
  </EmptyState>
)
