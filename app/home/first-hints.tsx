import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FirstSteps as FirstStepsTaken, helpApi } from '#features/help/contract.ts'
import { useAction, useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** The first steps that the school has taken; 'ended' if the person has hidden them, undefined until that is known. */
export function useHints(isNew: boolean): FirstStepsTaken | 'ended' | undefined {
  const { reply, problem } = useLatestReply(helpApi.hints, {})
  if (reply) return reply.response.ended ? 'ended' : reply.response.steps
  // Without a reply a new school still gets its steps.
  return problem ? (isNew ? noSteps : 'ended') : undefined
}

const noSteps: FirstStepsTaken = { librarySystem: false, download: false, colleague: false }

/** For a person's first days, until they hide them, once and on every device. */
export function FirstHints({ steps, onEnd }: { steps: FirstStepsTaken; onEnd: () => void }) {
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
      {Object.values(steps).includes(false) && (
        <ul className="stack gap-8 mt-8">
          <Step taken={steps.librarySystem}>
            <Link href="/mySettings">Choose your library system</Link>, so your files match it.
          </Step>
          <Step taken={steps.download}>
            <TextButton onClick={() => document.getElementById('identifiers')?.focus()}>Scan ten books</TextButton> and
            download their records.
          </Step>
          <Step taken={steps.colleague}>
            <Link href="/myColleagues">Invite a colleague</Link> to share downloads, folders and requests.
          </Step>
        </ul>
      )}
      <ul className="first-steps mt-8">
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

const Step = ({ taken, children }: { taken: boolean; children: ReactNode }) => (
  <li className="flex gap-8">
    <Icon of={taken ? CircleCheck : Circle} className={taken ? 'ink-ok' : 'quiet'} />
    <span>
      {taken && <span className="only-heard">Done: </span>}
      {children}
    </span>
  </li>
)
