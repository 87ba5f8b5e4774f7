import { timeZoneApi } from '#features/account/time-zone/contract.ts'
import type { Zone } from '#kit/day.ts'
import { showTimesIn } from '#kit/web/dates.ts'
import { formatZone } from '#kit/web/format.ts'
import { useAction, useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Select } from '#ui/form/field.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'

/** The zone in which everyone at the school sees dates and times, and which dates its files. */
export function SchoolTimeZone({ isAdmin }: { isAdmin: boolean }) {
  const { reply, problem, again } = useLatestReply(timeZoneApi.schoolTimeZone, {})
  const action = useAction(timeZoneApi.chooseTimeZone, { refreshes: [timeZoneApi.schoolTimeZone] })
  if (problem) return <ErrorBox messages={problem.messages} onRetry={again} />
  if (!reply) return <Skeleton lines={2} width="40%" />
  const { timeZone, usual } = reply.response
  if (!isAdmin)
    return <p>{formatZone(timeZone ?? usual)}. Only organisation admins and the primary contact can change this.</p>
  const choose = (chosen: Zone | null) =>
    action.run({ timeZone: chosen }).then(
      () => {
        showTimesIn(chosen ?? usual)
        announce('Time zone saved')
      },
      () => undefined,
    )
  return (
    <div className="stack gap-12 max-640">
      {action.problem && <ErrorBox messages={action.problem.messages} />}
      <Select
        id="school-time-zone"
        label="Your school’s time zone"
        hint="For the dates and times you see and the names of files. Invoices and subscriptions follow the provider’s dates."
        value={timeZone ?? ''}
        disabled={action.busy}
        onChange={(event) => void choose(event.target.value || null)}
        options={[{ value: '', label: `From your address: ${formatZone(usual)}` }, ...groups]}
      />
    </div>
  )
}

const zones = Intl.supportedValuesOf('timeZone')
const regions = [
  'Australia',
  'Pacific',
  'Africa',
  'America',
  'Antarctica',
  'Arctic',
  'Asia',
  'Atlantic',
  'Europe',
  'Indian',
]

const groups = regions
  .map((region) => ({
    group: region,
    options: zones
      .filter((zone) => zone.startsWith(`${region}/`))
      .map((zone) => ({ value: zone, label: formatZone(zone) })),
  }))
  .filter(({ options }) => options.length > 0)
