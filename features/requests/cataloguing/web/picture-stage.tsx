import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { moved, nextZoom, type Sight, wholeSight } from '../../check-in/web/sight.ts'

const stepPx = 40

/** A picture that is panned by dragging or keys, and zoomed with Ctrl and the wheel, a double click, or keys. */
export function PictureStage({
  src,
  alt,
  sight,
  onSight,
  onStep,
}: {
  src: string
  alt: string
  sight: Sight
  onSight: (sight: Sight) => void
  onStep: ((step: 1 | -1) => void) | undefined
}) {
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; y: number }>(undefined)
  const [failed, setFailed] = useState(false)
  const move = (x: number, y: number) => {
    const { clientWidth: width, clientHeight: height } = stage.current!
    onSight(moved(sight, x, y, { width, height }))
  }
  const now = useRef({ sight, onSight })
  useEffect(() => {
    now.current = { sight, onSight }
  })
  // React's wheel listeners are passive and could not prevent the page's own zoom.
  useEffect(() => {
    const box = stage.current!
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      now.current.onSight(nextZoom(now.current.sight, event.deltaY < 0 ? 1 : -1))
    }
    box.addEventListener('wheel', wheel, { passive: false })
    return () => box.removeEventListener('wheel', wheel)
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const large = sight.zoom > 1
    const keys: Record<string, () => void> = {
      '+': () => onSight(nextZoom(sight, 1)),
      '=': () => onSight(nextZoom(sight, 1)),
      '-': () => onSight(nextZoom(sight, -1)),
      '0': () => onSight(wholeSight),
      r: () => onSight({ ...wholeSight, turn: sight.turn + 90 }),
      ArrowLeft: () => (large ? move(sight.x + stepPx, sight.y) : onStep?.(-1)),
      ArrowRight: () => (large ? move(sight.x - stepPx, sight.y) : onStep?.(1)),
      ...(large && {
        ArrowUp: () => move(sight.x, sight.y + stepPx),
        ArrowDown: () => move(sight.x, sight.y - stepPx),
      }),
    }
    const does = keys[event.key]
    if (!does) return
    event.preventDefault()
    does()
  }
  const grab = (event: PointerEvent) => {
    if (sight.zoom <= 1 || event.button !== 0) return
    drag.current = { x: event.clientX - sight.x, y: event.clientY - sight.y }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it handles keys, so a plain figure is not enough
    <div
      ref={stage}
      className={
        sight.zoom > 1
          ? 'picture-stage stack place-center w-full framed rounded on-sunken large'
          : 'picture-stage stack place-center w-full framed rounded on-sunken'
      }
      role="group"
      aria-label="Picture. Plus and minus zoom, R rotates, arrow keys move it."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={() =>
        onSight(sight.zoom > 1 ? { ...wholeSight, turn: sight.turn } : nextZoom(nextZoom(sight, 1), 1))
      }
      onPointerDown={grab}
      onPointerMove={(event) => drag.current && move(event.clientX - drag.current.x, event.clientY - drag.current.y)}
      onPointerUp={() => {
        drag.current = undefined
      }}
      onPointerCancel={() => {
        drag.current = undefined
      }}
    >
      {failed ? (
        <p className="quiet">This picture can’t be displayed.</p>
      ) : (
        <img
          src={src}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${sight.x}px, ${sight.y}px) rotate(${sight.turn}deg) scale(${sight.zoom})` }}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}
