import { RotateCw, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { cannotRetrieve, type ListedName, lists, words } from './setting-labels.ts'

/** No longer offered, but shown if it is saved. */
const notOffered = 'MARC_XML'

/** A setting with a list of options, and each option's effect on a file. */
export function ChoiceField({
  setting,
  value,
  saved,
  onChoose,
}: {
  setting: ListedName
  value: string
  /** The saved value. */
  saved: string
  onChoose: (value: string) => void
}) {
  const { reply, problem, again } = useLatestReply(lists[setting], {})
  const id = useId()
  const { label, hint, list, does } = words[setting]
  const offered = reply?.response.filter(({ type }) => type !== notOffered || saved === type || value === type)
  return (
    <fieldset className="choice min-w-0" aria-describedby={`${id}-hint`}>
      <legend>
        {label}
        {value !== saved && <span className="changed on-accent-soft ink-link weight-550">changed</span>}
      </legend>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {offered ? (
        offered.map(({ type, name }) => (
          <label key={type} className="check">
            <input
              type="radio"
              name={id}
              value={type}
              checked={type === value}
              onChange={() => onChoose(type)}
              aria-labelledby={`${id}-${type}`}
              aria-describedby={does[type] && `${id}-${type}-does`}
            />
            <span>
              <span id={`${id}-${type}`}>{name}</span>
              {does[type] && (
                <span className="does remark block" id={`${id}-${type}-does`}>
                  {does[type]}
                </span>
              )}
            </span>
          </label>
        ))
      ) : problem ? (
        <div className="no-list cluster text-small" role="alert">
          <Icon of={TriangleAlert} small />
          <p>{cannotRetrieve(list)}</p>
          <Button className="rigid" icon={RotateCw} onClick={again}>
            Try again
          </Button>
        </div>
      ) : (
        <Skeleton lines={3} />
      )}
    </fieldset>
  )
}
