import { lazy, Suspense, useState } from 'react'
import { settingsApi } from '#features/settings/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { TextButton } from '#ui/text-button.tsx'

const ChangesDialog = lazy(async () => ({ default: (await import('./changes-dialog.tsx')).ChangesDialog }))

/** Who changed the settings last, and the way to all changes. Silent where nobody has, or where it cannot be read. */
export function LastChange({ customerId }: { customerId: string }) {
  const { reply } = useLatestReply(settingsApi.settingsChanges, { id: customerId })
  const [open, setOpen] = useState(false)
  const last = reply?.response[0]
  if (!last) return null
  return (
    <>
      <span className="last-change">
        Changed by {last.changedBy}
        {last.changedDate && ` on ${dayInWords(last.changedDate)}`}.{' '}
        <TextButton onClick={() => setOpen(true)}>All changes</TextButton>
      </span>
      {open && (
        <Suspense>
          <ChangesDialog changes={reply.response} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const dayInWords = (date: Date) => new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(date)
