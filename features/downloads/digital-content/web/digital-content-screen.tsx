import { type Day, dayAfter, daysUntil, isDay } from '#kit/day.ts'
import { readersDay } from '#kit/web/dates.ts'
import './digital-content.css'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { type Content, maxIdentities } from '#features/downloads/contract.ts'
import {
  digitalContentApi,
  digitalContentProblem,
  maxDigitalDays,
} from '#features/downloads/digital-content/contract.ts'
import { withoutMark } from '#features/downloads/rules.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { grouped } from '#kit/web/format.ts'
import { goTo, replaceWith } from '#kit/web/history.ts'
import { useSearch } from '#kit/web/router.tsx'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { TextField } from '#ui/form/field.tsx'
import { dayInFigures } from '#ui/form/typed-day.ts'
import { showToast } from '#ui/overlay/toast.tsx'
import { ContentChoice, contents } from '../../web/content-choice.tsx'
import { useFirstContent } from '../../web/first-content.ts'
import { rememberChoice } from '../../web/last-choice.ts'
import { NoDownloads } from '../../web/no-downloads.tsx'
import type { Refusal } from '../../web/refusal.ts'
import { moreTime, sendBy } from '../../web/send-request.ts'
import { unansweredAddress } from '../../web/unanswered-address.ts'
import { DigitalFound, nothingFound, sendLabel, useFound } from './digital-found.tsx'

const title = 'Digital content'

export function DigitalContentScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoDownloads me={me} title={title} />
  return <DigitalContent />
}

function DigitalContent() {
  const now = readersDay()
  const form = readForm(useSearch(), now)
  const { from, to, name } = form
  const first = useFirstContent()
  const content = form.content ?? first
  const [refusal, setRefusal] = useState<Refusal[]>([])
  const [busy, setBusy] = useState(false)
  const fault = faultOf(form, now)
  const valid = !fault.from && !fault.to
  const found = useFound(from, to, valid)

  const change = (changes: Partial<DigitalForm>) => {
    setRefusal([])
    replaceWith(addressOfForm({ ...form, ...changes }))
  }

  const send = async () => {
    if (busy) return
    const wrong = refusalBefore(fault, found.stale ? undefined : found.count)
    setRefusal(wrong)
    if (wrong.length > 0) return
    setBusy(true)
    if (form.content) rememberChoice({ content: form.content })
    try {
      const requestName = name.trim()
      const input = { from, to, content, ...(requestName ? { requestName } : {}) }
      const sent = await sendBy((options) => call(digitalContentApi.createDigital, input, options))
      if (sent === 'unanswered' || sent.waits) showToast({ tone: 'warn', text: moreTime })
      goTo(
        sent === 'unanswered'
          ? unansweredAddress({ type: 'DIGITAL', name: requestName, from: { href: addressOfForm(form), title } })
          : `/downloadRequest/${encodeURIComponent(sent.id)}`,
      )
    } catch (error) {
      setRefusal(refusalAfter(problemOf(error)))
      setBusy(false)
    }
  }

  return (
    <div className="digital-content">
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="lead ink-2">
        E-books, audiobooks, websites and other online resources, by the date they were catalogued. Up to 92 days and{' '}
        {grouped(maxIdentities)} records per request.
      </p>
      <ErrorSummary title="Your request wasn’t sent" refusal={refusal} errors={refusal} />
      <form
        className="work stack items-start"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="ask stack gap-20">
          <fieldset className="range min-w-0">
            <legend className="mb-8 weight-600">Catalogued</legend>
            <div className="quick flow gap-8 mb-12">
              {quickDays.map((days) => (
                <Button
                  key={days}
                  on={to === now && isDay(from) && daysUntil(now, from) === days}
                  aria-pressed={to === now && isDay(from) && daysUntil(now, from) === days}
                  onClick={() => {
                    change(lastDays(days, now))
                    announce(`The last ${days} days`)
                  }}
                >
                  Last {days} days
                </Button>
              ))}
            </div>
            <div className="days stack gap-12">
              <DateField
                id="from"
                required
                label="From"
                value={from}
                max={now}
                error={fault.from}
                onChange={(day) => change({ from: day })}
              />
              <DateField
                id="to"
                required
                label="To"
                value={to}
                max={now}
                error={fault.to}
                onChange={(day) => change({ to: day })}
              />
            </div>
            <p className="hint remark mt-6">
              Type a date, for example {dayInFigures(now)}, or choose one from the calendar.
            </p>
          </fieldset>
          <ContentChoice value={content} onChange={(next) => change({ content: next })} />
          <TextField
            id="request-name"
            label="Request name (optional)"
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Button look="main" type="submit" icon={Send} busy={busy} onClick={() => undefined}>
            {sendLabel(valid && !found.stale && !found.problem ? found.count : undefined)}
          </Button>
        </div>
        <section className="found min-w-0" aria-label="Records in this request">
          <DigitalFound from={from} to={to} valid={valid} found={found} />
        </section>
      </form>
    </div>
  )
}

/** Errors known before sending. */
function refusalBefore({ from, to }: ReturnType<typeof faultOf>, count: number | undefined): Refusal[] {
  if (from) return [{ id: 'from', text: from }, ...(to ? [{ id: 'to', text: to }] : [])]
  if (to) return [{ id: 'to', text: to }]
  return count === 0 ? [{ id: 'from', text: nothingFound }] : []
}

/** The server's own sentences, each once. */
function refusalAfter({ code, messages, errors }: Problem): Refusal[] {
  const ofRange = code.startsWith('range_')
  const notices = messages.map((text) => ({
    ...(ofRange ? { id: 'from' } : {}),
    text: withoutMark(text),
  }))
  const fields: Record<string, string> = { from: 'from', to: 'to', requestName: 'request-name' }
  for (const [field, texts] of Object.entries(errors ?? {}))
    for (const text of texts)
      if (!notices.some((each) => each.text === text))
        notices.push({ ...(fields[field] ? { id: fields[field] } : {}), text })
  return notices
}

/** The form, read from the screen's address. A typed day may be invalid. */
type DigitalForm = { from: string; to: string; content?: Content | undefined; name: string }
type RangeFault = { from?: string; to?: string }

const usualDays = 90
const quickDays = [30, 60, 90]

const lastDays = (days: number, now: Day): { from: Day; to: Day } => ({ from: dayAfter(now, -days), to: now })

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** Without a range in the address, the specification's default: the last 90 days. */
function readForm(search: Record<string, string | string[]>, now: Day): DigitalForm {
  const usual = lastDays(usualDays, now)
  return {
    from: one(search.from) ?? usual.from,
    to: one(search.to) ?? usual.to,
    content: contents.find(({ value }) => value === search.content)?.value,
    name: (one(search.name) ?? '').slice(0, 200),
  }
}

/** The address holds only what differs from the default, except for the days, which must not move on tomorrow. */
function addressOfForm({ from, to, content, name }: DigitalForm): string {
  const query = new URLSearchParams({ from, to })
  if (content) query.set('content', content)
  if (name) query.set('name', name)
  return `/digitalContent?${query}`
}

const sentence = (code: Parameters<typeof digitalContentProblem>[0]) => digitalContentProblem(code).messages[0]

/** Errors of the days, at the field to be corrected. */
function faultOf({ from, to }: Pick<DigitalForm, 'from' | 'to'>, now: Day): RangeFault {
  const fault: RangeFault = {}
  const example = dayInFigures(now)
  for (const [name, value] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (value.trim() === '') fault[name] = `Please enter the ${name === 'from' ? 'first' : 'last'} day.`
    else if (!isDay(value)) fault[name] = `Please enter a date, for example ${example}.`
  if (!isDay(from) || !isDay(to)) return fault
  const days = daysUntil(to, from)
  if (days < 0) return { from: sentence('range_backwards') }
  if (days > maxDigitalDays) return { from: sentence('range_too_long') }
  return {}
}
