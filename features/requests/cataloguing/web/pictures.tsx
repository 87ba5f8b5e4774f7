import { ChevronLeft, ChevronRight, ExternalLink, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '#ui/button.tsx'
import { nextZoom, type Sight, wholeSight } from '../../check-in/web/sight.ts'
import { PictureStage } from './picture-stage.tsx'
import type { WholeWorkView } from './work-labels.ts'

/** The schools' pictures, beside the cataloguing work: zoomed, rotated, panned. */
export function Pictures({ items }: { items: WholeWorkView['items'] }) {
  const pictures = items.flatMap(({ files, organisation }) => files.map((file) => ({ ...file, organisation })))
  const [at, setAt] = useState(0)
  const [sight, setSight] = useState<Sight>(wholeSight)
  const picture = pictures[Math.min(at, pictures.length - 1)]
  if (!picture) return null
  const show = (next: number) => {
    setAt((next + pictures.length) % pictures.length)
    setSight(wholeSight)
  }
  const several = pictures.length > 1
  const zoom = (step: 1 | -1) => setSight(nextZoom(sight, step))
  const turn = (step: 1 | -1) => setSight({ ...wholeSight, turn: sight.turn + step * 90 })
  return (
    <section className="pictures" aria-labelledby="pictures">
      <div className="section-head cluster">
        <h2 id="pictures">Pictures</h2>
        {several && (
          <span className="quiet num">
            {at + 1} of {pictures.length}
          </span>
        )}
        <div className="picture-tools flex">
          <Button look="bare" square icon={ZoomOut} onClick={() => zoom(-1)}>
            Smaller
          </Button>
          <Button look="bare" square icon={ZoomIn} onClick={() => zoom(1)}>
            Larger
          </Button>
          <Button look="bare" square icon={RotateCcw} onClick={() => turn(-1)}>
            Rotate left
          </Button>
          <Button look="bare" square icon={RotateCw} onClick={() => turn(1)}>
            Rotate right
          </Button>
          <LinkButton
            look="bare"
            square
            icon={ExternalLink}
            href={picture.url}
            target="_blank"
            rel="noopener"
            title="Open in a new window"
          >
            Open in a new window
          </LinkButton>
        </div>
      </div>
      <div className="picture-box relative">
        <PictureStage
          key={picture.id}
          src={picture.url}
          alt={picture.caption || picture.filename}
          sight={sight}
          onSight={setSight}
          onStep={several ? (step) => show(at + step) : undefined}
        />
        {several && (
          <>
            <Button className="step before" square icon={ChevronLeft} onClick={() => show(at - 1)}>
              Previous picture
            </Button>
            <Button className="step after" square icon={ChevronRight} onClick={() => show(at + 1)}>
              Next picture
            </Button>
          </>
        )}
      </div>
      <p className="stack mt-8 anywhere">
        {picture.caption && <span>{picture.caption}</span>}
        <span className="quiet text-note">
          {picture.filename} · {picture.organisation}
        </span>
      </p>
      {several && (
        <ul className="picture-strip flow gap-8 mt-10">
          {pictures.map((each, i) => (
            <li key={each.id}>
              <button
                className="block framed-2 rounded on-surface"
                type="button"
                aria-current={i === at || undefined}
                onClick={() => show(i)}
              >
                <img
                  className="w-full rounded-small"
                  src={each.thumbnailUrl}
                  alt={each.caption || each.filename}
                  loading="lazy"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
