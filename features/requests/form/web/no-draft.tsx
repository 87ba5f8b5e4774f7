import { CircleCheck, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { goTo } from '#kit/web/history.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { beginWith, ownOf } from './new-from-draft.ts'
import { keep, readStoredDraft } from './stored-draft.ts'

/** The request can no longer be changed; unsaved changes can still be rescued. */
export function NoDraft({
  userId,
  id,
  title,
  submitted = false,
  children,
}: {
  userId: string
  id: string
  title: string
  submitted?: boolean
  children: ReactNode
}) {
  const [own] = useState(() => {
    const draft = readStoredDraft(userId, id)
    return draft ? ownOf(draft.items, draft.base) : []
  })
  const keepAsNew = () => {
    beginWith(userId, own)
    keep(userId, id, null)
    goTo('/CreateCatalogueRequest')
  }
  return (
    <EmptyState
      top
      icon={submitted ? CircleCheck : SearchX}
      title={title}
      hint={
        own.length > 0
          ? `${submitted ? 'You can’t change it now. ' : 'It may have been deleted. '}Your unsaved changes are still on this computer.`
          : submitted
            ? 'You can’t change it now.'
            : 'It may have been deleted, or the address may be wrong.'
      }
    >
      <title>Catalogue request</title>
      {children}
      {own.length > 0 && <Button onClick={keepAsNew}>Start a new request with your changes</Button>}
    </EmptyState>
  )
}
