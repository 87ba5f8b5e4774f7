import { CircleAlert, Copy, PencilLine, Trash2 } from 'lucide-react'
import { lazy, memo } from 'react'
import type { FoundHit } from '#features/downloads/quick-request/web/number-parts.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import type { RequestedIn } from '../../requested/web/requested-in.ts'
import { type FormItem, faultsOf, type ItemFaults, kindOf, nameOf } from './form-item.ts'
import { InCatalogue } from './use-known-records.ts'

/** Loaded on demand: few items have been requested before. */
const AlreadyRequested = lazy(async () => ({
  default: (await import('../../requested/web/requested-parts.tsx')).AlreadyRequested,
}))

export type ItemAct = 'edit' | 'copy' | 'remove' | 'anyway'

/** One item of the request, its missing values, and actions. */
export const ItemRow = memo(function ItemRow({
  item,
  position,
  faults,
  hits,
  requested,
  anyway,
  chosen,
  onChoose,
  onAct,
}: {
  item: FormItem
  position: number
  /** Faults besides the item's own: the server's, and duplicates. */
  faults: ItemFaults | undefined
  hits: readonly FoundHit[] | undefined
  /** Another request of the school that has the item. */
  requested: RequestedIn | undefined
  anyway: boolean
  /** Undefined if there is no selection. */
  chosen: boolean | undefined
  onChoose: (key: string, range: boolean) => void
  onAct: (act: ItemAct, key: string) => void
}) {
  const name = nameOf(item)
  const wrong = [...new Set(Object.values({ ...faultsOf(item), ...faults }))]
  const act = (what: ItemAct) => () => onAct(what, item.key)
  const facts = [
    kindOf(item),
    item.title.trim() ? item.standardNumber : '',
    item.title.trim() || item.standardNumber.trim() ? item.url : '',
    item.authors,
    [item.publisher, item.publicationDate].filter(Boolean).join(', '),
  ].filter(Boolean)
  return (
    <li id={`item-${item.key}`} className={wrong.length > 0 ? 'request-item unfinished' : 'request-item'}>
      {chosen !== undefined && (
        <label className="check">
          <input
            type="checkbox"
            checked={chosen}
            aria-label={`Choose ${name}`}
            onChange={() => undefined}
            onClick={(event) => onChoose(item.key, event.shiftKey)}
          />
        </label>
      )}
      <span className="position num" aria-hidden>
        {position + 1}
      </span>
      <div className="what stack gap-4 justify-items-start">
        <button type="button" id={`name-${item.key}`} className="name" onClick={act('edit')}>
          {name}
        </button>
        {facts.length > 0 && <p className="aside">{facts.join(' · ')}</p>}
        {wrong.length > 0 && (
          <ul className="text-small weight-500 ink-warn">
            {wrong.map((sentence) => (
              <li className="flex items-start gap-6" key={sentence}>
                <Icon className="mt-4" of={CircleAlert} small />
                {sentence}
              </li>
            ))}
          </ul>
        )}
        {item.files.length > 0 && (
          <ul className="thumbs" aria-label={`Pictures of ${name}`}>
            {item.files.map(({ id, thumbnailUrl, caption, filename }) => (
              <li key={id}>
                <img src={thumbnailUrl} alt={caption || filename} width={40} height={40} loading="lazy" />
              </li>
            ))}
          </ul>
        )}
        {hits && hits.length > 0 && (
          <LazyPart>
            <InCatalogue hits={hits} quiet={anyway} onAnyway={act('anyway')} onRemove={act('remove')} />
          </LazyPart>
        )}
        {requested && (
          <LazyPart>
            <AlreadyRequested name={name} requested={requested} onRemove={act('remove')} />
          </LazyPart>
        )}
      </div>
      <div className="acts flex rigid gap-2">
        <Button square look="bare" icon={PencilLine} onClick={act('edit')}>{`Edit ${name}`}</Button>
        <Button square look="bare" icon={Copy} onClick={act('copy')}>{`Duplicate ${name}`}</Button>
        <Button square look="bare" icon={Trash2} onClick={act('remove')}>{`Remove ${name}`}</Button>
      </div>
    </li>
  )
})
