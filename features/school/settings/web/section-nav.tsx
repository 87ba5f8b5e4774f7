import { useEffect, useRef, useState } from 'react'

export type Place = { id: string; label: string }

export const settingsPlaces = [
  { id: 'system', label: 'Library system' },
  { id: 'files', label: 'File' },
  { id: 'classification', label: 'Classification' },
  { id: 'headings', label: 'Headings' },
  { id: 'identifiers', label: 'Identifiers' },
  { id: 'cataloguing', label: 'Cataloguing' },
  { id: 'z3950', label: 'Z39.50' },
] as const satisfies Place[]
export type SettingsPlace = (typeof settingsPlaces)[number]['id']

/** Links to the sections, which stay at the head of the window; the section that is read is marked. */
export function SectionNav({ places }: { places: readonly Place[] }) {
  const [current, setCurrent] = useState<string>(() => (placeOf(places, location.hash) ?? places[0]!).id)
  /** Sections side by side, or the last ones, can't all be scrolled to the head: a jump decides until the next scroll. */
  const jumped = useRef(placeOf(places, location.hash) !== undefined)
  useEffect(() => {
    const release = () => {
      jumped.current = false
    }
    const end = new AbortController()
    for (const by of ['wheel', 'touchmove', 'keydown'])
      window.addEventListener(by, release, { passive: true, signal: end.signal })
    return () => end.abort()
  }, [])
  useEffect(() => {
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        const first = places.find(({ id }) => visible.has(headingOf(id)))
        if (first && !jumped.current) setCurrent(first.id)
      },
      // Below the bar, down to the middle.
      { rootMargin: '-56px 0px -50% 0px' },
    )
    for (const { id } of places) {
      const heading = document.getElementById(headingOf(id))
      if (heading) observer.observe(heading)
    }
    return () => observer.disconnect()
  }, [places])
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a narrow screen, which shows only some of them.
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (current && link) bar.current!.scrollLeft = link.offsetLeft - bar.current!.clientWidth / 3
  }, [current])
  return (
    <nav ref={bar} className="section-nav tabs" aria-label="Sections">
      {places.map(({ id, label }) => (
        <a
          key={id}
          href={`#${headingOf(id)}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={() => {
            jumped.current = true
            setCurrent(id)
          }}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

const headingOf = (id: string) => `settings-${id}`
const placeOf = (places: readonly Place[], hash: string) => places.find(({ id }) => hash === `#${headingOf(id)}`)
