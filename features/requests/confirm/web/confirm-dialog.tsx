import '../../web/confirm.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConfirmView } from '#features/requests/confirm/contract.ts'
import { confirmApi } from '#features/requests/confirm/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { replaceWith } from '#kit/web/history.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { requestsApi } from '../../contract.ts'
import { type ItemInQuestion, useRequested } from '../../requested/web/requested-in.ts'
import { RequestedLink } from '../../requested/web/requested-parts.tsx'
import { resourceTypeNames, sendingNames, sendingOf } from '../../rules.ts'
import { depotField } from '../../web/depot-field.ts'
import { itemName, typeIcons } from '../../web/item-labels.ts'
import { refreshRequests } from '../../web/refresh-requests.ts'
import { submittedAddress } from '../../web/request-addresses.ts'
import { DepotChoice } from './depot-choice.tsx'

const title = 'Submit catalogue request'
const failed = 'Error while confirming the request'

type View = Dated<ConfirmView>

/** The final check of a draft: its items, and the depot for physical ones. Submitting leads to the request's page. */
export function ConfirmDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { reply, problem, again } = useLatestReply(confirmApi.confirmView, { id: requestId })
  if (reply) return <Confirm view={reply.response} again={again} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      {problem ? <ErrorBox title={failed} messages={problem.messages} onRetry={again} /> : <Skeleton lines={5} />}
    </Dialog>
  )
}

function Confirm({
  view: { request, depots, usualDepot },
  again,
  onClose,
}: {
  view: View
  again: () => void
  onClose: () => void
}) {
  const cache = useQueryClient()
  const { id, items, version } = request
  const physical = items.filter(({ physicalResource }) => physicalResource)
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const [noDepot, setNoDepot] = useState<string>()
  const offered = depots.map((each) => each.id)
  const depot =
    chosen && offered.includes(chosen) ? chosen : (usualDepot ?? (offered.length === 1 ? offered[0] : undefined))
  const refusal = request.status === 'DRAFT' ? undefined : 'This request has already been submitted.'
  useEffect(() => {
    if (noDepot) document.getElementById(depotField(depots[0]?.id))?.focus()
  }, [noDepot, depots])

  const submit = async () => {
    setRefused(undefined)
    setNoDepot(undefined)
    if (physical.length > 0 && !depot && depots.length > 0) return setNoDepot('Please choose a depot.')
    setBusy(true)
    try {
      const reply = await call(confirmApi.confirmRequest, {
        id,
        version,
        ...(physical.length > 0 && depot ? { depot } : {}),
      })
      // The page that follows never shows the draft again.
      cache.setQueryData(queryOf(requestsApi.catalogueRequest, { id }).queryKey, reply)
      void refreshRequests(cache)
      onClose()
      replaceWith(submittedAddress(id))
    } catch (error) {
      setRefused(sentencesOf(error, items))
      // Shows the other person's change, so that it is submitted knowingly.
      if (error instanceof Problem && error.status === 409) again()
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={title}
      action="Submit request"
      busy={busy}
      refused={refused && [failed, ...refused]}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {refusal && <p>{refusal}</p>}
      <RequestSummary requestId={id} items={items} />
      {physical.length > 0 && (
        <DepotChoice
          depots={depots}
          chosen={depot}
          usual={usualDepot}
          count={physical.length}
          error={noDepot}
          onChoose={(next) => {
            setChosen(next)
            setNoDepot(undefined)
          }}
        />
      )}
      <p className="quiet">You can’t change a request after you submit it, but you can message us about it.</p>
    </FormDialog>
  )
}

/** `items.1.url` is about the second item: its name precedes the fault. */
function sentencesOf(error: unknown, items: View['request']['items']): string[] {
  const { errors = {}, messages } = problemOf(error)
  const named = Object.entries(errors).flatMap(([field, sentences]) => {
    const item = items[Number(/^items\.(\d+)\./.exec(field)?.[1] ?? -1)]
    return item ? sentences.map((sentence) => `${itemName(item)}: ${sentence}`) : sentences
  })
  return named.length > 0 ? named : messages.filter((message) => message !== failed)
}

type NamedItem = ItemInQuestion &
  Parameters<typeof itemName>[0] & {
    id: string
    resourceType: keyof typeof resourceTypeNames
    physicalResource: boolean
    files: readonly unknown[]
  }

/** The items of a draft at a glance, one line each. */
function RequestSummary({ requestId, items }: { requestId: string; items: readonly NamedItem[] }) {
  const requested = useRequested(items, requestId)
  return (
    <section className="what-is-asked">
      <h3 className="text-small weight-600">{counted(items.length, 'item')}</h3>
      {requested.size > 0 && (
        <p className="ink-warn text-small" role="status">
          {requested.size === 1 ? 'One of them has' : `${grouped(requested.size)} of them have`} been requested already.
        </p>
      )}
      <ol className="scroll-y line-above unlisted" tabIndex={items.length > 6 ? 0 : undefined}>
        {items.map((item, position) => (
          <li className="stack gap-4-14 items-baseline py-8 line-below" key={item.id}>
            <Icon className="ink-3 self-center" of={typeIcons[item.resourceType]} small />
            <span className="name anywhere">
              {itemName(item)}
              {requested.has(position) && (
                <span className="block text-note">
                  <RequestedLink {...requested.get(position)!} />
                </span>
              )}
            </span>
            <span className="quiet text-note">
              {[
                resourceTypeNames[item.resourceType],
                sendingNames[sendingOf(item)],
                item.files.length > 0 ? counted(item.files.length, 'picture') : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
