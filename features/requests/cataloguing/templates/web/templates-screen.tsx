import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import {
  type AnswerTemplate,
  type TemplateKind,
  templateKinds,
  templatesApi,
} from '#features/requests/cataloguing/templates/contract.ts'
import { call } from '#kit/web/call.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { useDeskChange } from '#ui/form/use-desk-form.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { Status } from '#ui/tags.tsx'
import { useFocusWhenGone } from '../../web/use-focus-when-gone.ts'
import { itemsNames, kindNames } from './template-labels.ts'

const loadDialogs = () => import('./template-dialogs.tsx')
const TemplateDialog = lazy(async () => ({ default: (await loadDialogs()).TemplateDialog }))
const RemoveDialog = lazy(async () => ({ default: (await loadDialogs()).RemoveDialog }))
const near = {
  onPointerEnter: () => {
    prepareOverlays()
    void loadDialogs().catch(() => undefined)
  },
  onFocus: prepareOverlays,
}

type Open = { act: 'add'; kind: TemplateKind } | { act: 'change' | 'remove'; template: AnswerTemplate }

export const TemplatesScreen = forDesk(Templates)

/** The ready-made texts that the forms for answers offer. */
function Templates() {
  const { reply, problem, again } = useLatestReply(templatesApi.answerTemplates, {})
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const templates = reply?.response
  /** The current template; if it was deleted, as it was when the dialog opened. */
  const current = ({ template }: { template: AnswerTemplate }) =>
    templates?.find(({ id }) => id === template.id) ?? template
  return (
    <div className="desk">
      <BackLink always fallback={{ href: '/desk/cataloguing', title: 'Cataloguing' }} />
      <DeskHead
        title="Answer templates"
        hint="Ready-made texts for answers to catalogue requests. You can still edit a text before it is sent."
      />
      {problem && !templates ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !templates ? (
        <Skeleton lines={8} width="80%" />
      ) : (
        templateKinds.map((kind) => (
          <Kind key={kind} kind={kind} templates={templates.filter((each) => each.kind === kind)} onOpen={setOpen} />
        ))
      )}
      {open && (
        <LazyPart>
          {open.act === 'remove' ? (
            <RemoveDialog template={current(open)} onClose={close} />
          ) : (
            <TemplateDialog
              kind={open.act === 'add' ? open.kind : open.template.kind}
              template={open.act === 'add' ? undefined : current(open)}
              again={again}
              onClose={close}
            />
          )}
        </LazyPart>
      )}
    </div>
  )
}

function Kind({
  kind,
  templates,
  onOpen,
}: {
  kind: TemplateKind
  templates: readonly AnswerTemplate[]
  onOpen: (open: Open) => void
}) {
  const last = templates.length - 1
  const change = useDeskChange()
  const { heading, press } = useFocusWhenGone(templates.map(({ id }) => id))
  const [moving, setMoving] = useState<string>()
  const move = async ({ id: templateId, name }: AnswerTemplate, to: 'earlier' | 'later') => {
    setMoving(`${templateId} ${to}`)
    try {
      await change(() => call(templatesApi.moveTemplate, { templateId, to }), `“${name}” is now offered ${to}.`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setMoving(undefined)
    }
  }
  return (
    <section className="mt-28" aria-labelledby={kind}>
      <div className="split items-end gap-8-14 py-8 line-below">
        <h2 id={kind} className="no-outline" tabIndex={-1} ref={heading}>
          {kindNames[kind]}
        </h2>
        <Button icon={Plus} {...near} onClick={() => onOpen({ act: 'add', kind })}>
          Add template<span className="only-heard"> to {kindNames[kind]}</span>
        </Button>
      </div>
      {templates.length === 0 && <p className="quiet mt-12">No templates yet.</p>}
      <ul>
        {templates.map((template, at) => {
          const { id, name, text, items } = template
          return (
            <li key={id} className="split items-start gap-8-14 py-10 line-below">
              <div className="min-w-0 anywhere basis-320 grow">
                <strong>{name}</strong> {items !== 'ALL' && <Status>{itemsNames[items]}</Status>}
                <p className="why pre-line mt-2">{text}</p>
              </div>
              <div className="flow gap-4">
                <Button
                  square
                  look="bare"
                  icon={ArrowUp}
                  busy={moving === `${id} earlier`}
                  aria-disabled={at === 0}
                  onClick={() => at > 0 && void move(template, 'earlier')}
                >{`Move ${name} up`}</Button>
                <Button
                  square
                  look="bare"
                  icon={ArrowDown}
                  busy={moving === `${id} later`}
                  aria-disabled={at === last}
                  onClick={() => at < last && void move(template, 'later')}
                >{`Move ${name} down`}</Button>
                <Button look="bare" {...near} onClick={() => onOpen({ act: 'change', template })}>
                  Change<span className="only-heard"> {name}</span>
                </Button>
                <Button
                  look="bare"
                  {...near}
                  onClick={() => {
                    press(id)
                    onOpen({ act: 'remove', template })
                  }}
                >
                  Delete<span className="only-heard"> {name}</span>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
