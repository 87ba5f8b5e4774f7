import { lazy, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { ReadMore } from '#ui/read-more.tsx'
import { Status } from '#ui/tags.tsx'
import { resourceTypeNames, sendingNames, sendingOf } from '../rules.ts'
import { DetailsAnswer } from './details-answer.tsx'
import { itemName, shownFields, typeIcons } from './item-labels.ts'
import type { ItemView, PlaceView } from './request-views.ts'
import { itemStates } from './state-labels.ts'

/** One item: its details and its result. */
export function DetailsItem({
  item,
  place,
  requestId,
  again,
}: {
  item: ItemView
  place: PlaceView | undefined
  requestId: string
  again: () => void
}) {
  const { label, tone } = itemStates[item.status]
  const fields = shownFields.filter(([field]) => item[field] !== '')
  return (
    <li className="details-item line-below" id={item.itemNumber}>
      <header className="flex items-start gap-12">
        <Icon className="mt-4 ink-3" of={typeIcons[item.resourceType]} />
        <div className="grow">
          <h3 className="title-large anywhere">{itemName(item)}</h3>
          <p className="why num">
            {resourceTypeNames[item.resourceType]} · {sendingNames[sendingOf(item)]} · {item.itemNumber}
          </p>
        </div>
        <Status tone={tone}>{label}</Status>
      </header>
      <DetailsAnswer item={item} place={place} requestId={requestId} again={again} />
      {fields.length > 0 && (
        <dl className="facts stack gap-12-24">
          {fields.map(([field, name]) => (
            <div className="min-w-0" key={field}>
              <dt>{name}</dt>
              <dd className={field === 'standardNumber' ? 'num' : undefined}>
                {field === 'url' ? <ItemUrl url={item.url} /> : item[field]}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {item.additionalInfo && (
        <div className="mt-14 text-small anywhere pre-line">
          <h4 className="remark weight-400">Additional information</h4>
          <ReadMore text={item.additionalInfo} />
        </div>
      )}
      {item.files.length > 0 && <DetailsPictures files={item.files} name={itemName(item)} />}
    </li>
  )
}

/** An address that is not http or ftp, such as a mistyped one, is text. */
const ItemUrl = ({ url }: { url: string }) =>
  /^(?:https?|ftp):\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </a>
  ) : (
    url
  )

const loadView = () => import('../attachments/web/picture-view.tsx')
const PictureView = lazy(async () => ({ default: (await loadView()).PictureView }))

/** Thumbnails; each opens in large. */
function DetailsPictures({ files, name }: { files: ItemView['files']; name: string }) {
  const [open, setOpen] = useState<string>()
  const prepare = () => {
    prepareOverlays()
    void loadView().catch(() => undefined)
  }
  return (
    <>
      <ul className="details-pictures flow gap-12 mt-14" aria-label={`Pictures of ${name}`}>
        {files.map(({ id, thumbnailUrl, caption, filename }) => (
          <li key={id}>
            <button
              className="block framed-2 rounded on-sunken"
              type="button"
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={() => setOpen(id)}
            >
              <img
                className="block w-full"
                src={thumbnailUrl}
                alt={caption || filename}
                loading="lazy"
                decoding="async"
              />
            </button>
            {caption && (
              <p className="mt-4 ink-2 text-note lh-135 anywhere" aria-hidden>
                {caption}
              </p>
            )}
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <LazyPart>
          <PictureView files={files} first={open} onClose={() => setOpen(undefined)} />
        </LazyPart>
      )}
    </>
  )
}
