import { depotsApi } from '#features/school/depots/contract.ts'
import type { SettingsChange } from '#features/school/settings/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { type ListedName, labelOf, lists } from './setting-labels.ts'

/** Every save of the settings, newest first. */
export function ChangesDialog({ changes, onClose }: { changes: Dated<SettingsChange>[]; onClose: () => void }) {
  return (
    <Dialog title="Settings changes" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <ol className="settings-changes stack gap-14">
        {changes.map((each) => (
          <li key={each.id}>
            <p>
              <strong>{each.changedBy}</strong>
              {each.changedDate && (
                <time className="remark" dateTime={each.changedDate.toISOString()}>
                  {dateAndTime(each.changedDate)}
                </time>
              )}
            </p>
            <ul className="aside">
              {each.changes.map(({ setting, from, to }) => (
                <li key={setting}>
                  {labelOf(setting)}: <Value setting={setting} value={from} /> → <Value setting={setting} value={to} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Value({ setting, value }: { setting: string; value: string | number | boolean }) {
  if (setting in lists) return <ListedValue setting={setting as ListedName} value={String(value)} />
  if (setting === 'localDepot') return <DepotName id={String(value)} />
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === -1 ? 'never' : value === '' ? 'none' : String(value)
}

function ListedValue({ setting, value }: { setting: ListedName; value: string }) {
  const { reply } = useLatestReply(lists[setting], {})
  return reply?.response.find(({ type }) => type === value)?.name ?? value
}

function DepotName({ id }: { id: string }) {
  const { reply } = useLatestReply(depotsApi.depots, {}, { enabled: id !== '' })
  if (id === '') return 'none'
  return reply?.response.find((depot) => depot.id === id)?.name ?? 'a depot that is no longer offered'
}
