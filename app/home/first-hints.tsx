import { helpApi } from '#features/help/contract.ts'
import { useAction, useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Link } from '#ui/link.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** Whether to show the hints; undefined until that is known. Without an answer a new school still gets its steps. */
export function useHints(isNew: boolean): boolean | undefined {
  const { reply, problem } = useLatestReply(helpApi.hints, {})
  if (reply) return !reply.response.ended
  return problem ? isNew : undefined
}

/** For a person's first days, until they end them, once and on every device. `isNew`: the school has requested nothing. */
export function FirstHints({ isNew, onEnd }: { isNew: boolean; onEnd: () => void }) {
  const { run, busy } = useAction(helpApi.endHints, { refreshes: [helpApi.hints] })
  const end = async () => {
    try {
      await run({})
      announce('First steps hidden')
      onEnd()
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <section className="on-accent-soft rounded p-14-16 mt-16" aria-labelledby="first-steps">
      <div className="flex spread items-baseline wrap gap-8">
        <h3 className="title" id="first-steps">
          First steps
        </h3>
        <TextButton aria-disabled={busy || undefined} onClick={() => void end()}>
          Hide first steps
        </TextButton>
      </div>
      <ul className="first-steps mt-8">
        {isNew && (
          <>
            <li>
              <Link href="/mySettings">Choose your library system</Link>, so your files match it.
            </li>
            <li>
              <TextButton onClick={() => document.getElementById('identifiers')?.focus()}>Scan ten books</TextButton>{' '}
              and download their records.
            </li>
            <li>
              <Link href="/myColleagues">Invite a colleague</Link> to share downloads, folders and requests.
            </li>
          </>
        )}
        <li>
          <Link href="/discover">Search the catalogue</Link> and collect records in the temporary folder.
        </li>
        <li>
          <Link href="/CreateCatalogueRequest">Request cataloguing</Link> if a book has no record.
        </li>
        <li>
          Press <kbd>?</kbd> to see a screen’s keyboard shortcuts, or read{' '}
          <Link href="/help/account#keyboard">how to work by keyboard</Link>.
        </li>
        <li>
          <Link href="/help">Find help</Link> in the account menu and the footer, or choose the question mark beside a
          heading.
        </li>
      </ul>
    </section>
  )
}
