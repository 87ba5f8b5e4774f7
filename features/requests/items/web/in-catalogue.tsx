import { BookCheck } from 'lucide-react'
import { detailsAddress, folderItemOf, titleOf, yearOf } from '#features/catalogue/web/catalogue-parts.tsx'
import type { FoundHit } from '#features/downloads/quick-request/web/number-parts.tsx'
import { DownloadRecord } from '#features/downloads/web/downloads-parts.tsx'
import { FolderToggle } from '#features/folders/web/folders-parts.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'

/** Reports that the catalogue already has a number, with actions for its record. */
export function InCatalogue({
  hits,
  quiet,
  onAnyway,
  onRemove,
}: {
  hits: readonly FoundHit[]
  /** True if it is requested anyway. */
  quiet: boolean
  onAnyway: () => void
  onRemove?: (() => void) | undefined
}) {
  const [hit] = hits
  if (!hit) return null
  const title = titleOf(hit)
  const link = (
    <Link href={detailsAddress(hit._id)} target="_blank" rel="noopener">
      {title}
      <span className="only-heard"> (opens in a new window)</span>
    </Link>
  )
  const year = yearOf(hit)
  if (quiet)
    return (
      <p className="in-catalogue quiet stack gap-10 mt-4 p-10-14 rounded on-accent-soft text-small anywhere">
        <Icon className="mt-2 ink-accent" of={BookCheck} small />
        <span>Already in the catalogue as {link}; requested anyway.</span>
      </p>
    )
  return (
    <div className="in-catalogue stack gap-10 mt-4 p-10-14 rounded on-accent-soft text-small anywhere" role="status">
      <Icon className="mt-2 ink-accent" of={BookCheck} />
      <div className="stack gap-8">
        <p>
          <strong>Already in the catalogue:</strong> {link}
          {year && `, ${year}`}
          {hits.length > 1 && ` and ${hits.length - 1} more`}
        </p>
        <div className="flow gap-6">
          <DownloadRecord id={hit._id} title={title} />
          <FolderToggle item={folderItemOf(hit)} />
          {onRemove && (
            <Button onClick={onRemove}>
              Remove from request<span className="only-heard">: {title}</span>
            </Button>
          )}
          <Button look="bare" onClick={onAnyway}>
            Request anyway<span className="only-heard">: {title}</span>
          </Button>
        </div>
      </div>
    </div>
  )
}
