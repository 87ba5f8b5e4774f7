import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { words as say } from '../../messages.ts'

const CiteRecords = lazy(async () => ({ default: (await import('./cite-records.tsx')).CiteRecords }))

/** Records to cite: how many, and the ids or the query by which the server finds them. */
export type CitedSet = {
  label: string
  count: number
  of: { ids: string[] } | { bodybuilderquery: Record<string, unknown> }
}

/** Cites several records, for people who are signed in: the first of these sets, or another that the reader chooses. */
export function CiteButton({ sets, name }: { sets: CitedSet[]; name: string }) {
  const [open, setOpen] = useState(false)
  const { data: signedIn } = useQuery(currentUser)
  if (!signedIn) return null
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        onClick={() => setOpen(true)}
      >
        {say.cite}
      </Button>
      {open && (
        <LazyPart quiet>
          <CiteRecords sets={sets} name={name} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}
