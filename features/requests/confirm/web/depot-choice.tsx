import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Depot } from '#features/school/depots/contract.ts'
import { counted } from '#kit/web/format.ts'
import { Icon } from '#ui/icon.tsx'
import { depotField } from '../../web/depot-field.ts'

/** The depots that a school may post to, with their addresses. */
export function DepotChoice({
  depots,
  chosen,
  usual,
  count,
  error,
  onChoose,
}: {
  depots: readonly Depot[]
  chosen: string | undefined
  usual: string | null
  /** Number of items to post. */
  count: number
  error: string | undefined
  onChoose: (id: string) => void
}) {
  const name = useId()
  if (depots.length === 0)
    return (
      <p className="row gap-6 ink-bad text-small">
        There’s no depot for {counted(count, 'physical item')} yet. Please contact us.
      </p>
    )
  return (
    <fieldset className="depot-choice" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="required pb-4 text-small weight-600">
        {depots.length === 1 ? 'Your depot' : 'Which depot will you post to?'}
        <span className="quiet weight-400"> {counted(count, 'physical item')}</span>
      </legend>
      {error && (
        <p className="row gap-6 ink-bad text-small" id={`${name}-error`} role="alert">
          <Icon of={CircleAlert} small />
          {error}
        </p>
      )}
      <div>
        {depots.map((depot) => (
          <label key={depot.id} className="check py-8">
            <input
              type="radio"
              id={depotField(depot.id)}
              name={name}
              required
              checked={depot.id === chosen}
              aria-labelledby={`${name}-${depot.id}`}
              aria-describedby={`${name}-${depot.id}-where`}
              onChange={() => onChoose(depot.id)}
            />
            <span>
              <span id={`${name}-${depot.id}`}>
                {depot.name}
                {depot.id === usual && (
                  <span className="usual on-accent-soft ink-link text-tiny weight-550">your usual depot</span>
                )}
              </span>
              <span className="where remark block" id={`${name}-${depot.id}-where`}>
                {depot.address.join(', ')}
                {depot.note && <span className="block">{depot.note}</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
