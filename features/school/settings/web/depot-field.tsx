import { depotsApi } from '#features/school/depots/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Select } from '#ui/form/field.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { cannotRetrieve } from './setting-labels.ts'

/** The default depot for requests with physical items. */
export function DepotField({
  customerId,
  value,
  saved,
  onChoose,
}: {
  customerId: string
  value: string
  /** The saved value. */
  saved: string
  onChoose: (value: string) => void
}) {
  const { reply, problem, again } = useLatestReply(depotsApi.localDepots, { id: customerId })
  const depots = reply?.response
  const chosen = depots?.find(({ id }) => id === value)
  const options = [
    { value: '', label: 'Ask each time' },
    ...(depots ?? []).map(({ id, name }) => ({ value: id, label: name })),
    // A withdrawn depot may still be saved.
    ...(value !== '' && !chosen ? [{ value, label: 'A depot that is no longer offered' }] : []),
  ]
  return (
    <fieldset className="choice min-w-0">
      <legend>
        Depot
        {value !== saved && <span className="changed on-accent-soft ink-link weight-550">changed</span>}
      </legend>
      <p className="hint">
        Where you usually post physical items. We select it for you when you submit a catalogue request; you can change
        it there.
      </p>
      {depots ? (
        <>
          <Select
            label="Usual depot"
            labelHidden
            value={value}
            options={options}
            onChange={(event) => onChoose(event.target.value)}
          />
          {chosen && <p className="does remark">{[...chosen.address, chosen.note].filter(Boolean).join(', ')}</p>}
        </>
      ) : problem ? (
        <ErrorBox messages={[cannotRetrieve('depots')]} onRetry={again} />
      ) : (
        <Skeleton lines={1} />
      )}
    </fieldset>
  )
}
