import { useEffect } from 'react'
import { type TemplateKind, templatesApi } from '#features/requests/cataloguing/templates/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { WorkView } from '../../web/work-labels.ts'
import { isFor } from './template-labels.ts'

/** Ready-made texts that suit all of these works. Pressing one fills the field, after what was written by hand. */
export function ReadyTexts({
  kind,
  legend,
  works,
  text,
  onChoose,
}: {
  kind: TemplateKind
  legend: string
  works: readonly Pick<WorkView, 'physicalResource'>[]
  text: string
  onChoose: (text: string) => void
}) {
  const { reply, problem, again } = useLatestReply(templatesApi.answerTemplates, {})
  const templates = reply?.response.filter((each) => each.kind === kind && works.every((work) => isFor(each, work)))
  // Templates may have been edited in the other window.
  useEffect(() => {
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [again])
  const isReady = text.trim() === '' || reply?.response.some((each) => each.text === text)
  const isIn = (ready: string) => text === ready || text.endsWith(`\n\n${ready}`)
  const choose = (ready: string) => {
    if (!isIn(ready)) onChoose(isReady ? ready : `${text.trimEnd()}\n\n${ready}`)
  }
  return (
    <fieldset className="ready-reasons flow items-center gap-6 mb-12">
      <legend className="ink-2 text-note weight-500 mb-4">{legend}</legend>
      {problem && !templates && <span className="quiet text-small">We couldn’t load the templates.</span>}
      {templates?.map(({ id, name, text: ready }) => (
        <Button key={id} on={isIn(ready)} aria-pressed={isIn(ready)} onClick={() => choose(ready)}>
          {name}
        </Button>
      ))}
      <Link className="text-small" href="/desk/answerTemplates" target="_blank" rel="noopener">
        Edit templates<span className="only-heard"> in a new window</span>
      </Link>
    </fieldset>
  )
}
