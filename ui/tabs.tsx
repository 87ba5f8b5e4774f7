import './tabs.css'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { grouped } from '#kit/web/format.ts'

/** `marked`: its count needs attention. */
export type TabItem = { id: string; label: string; count?: number; marked?: boolean; panel: ReactNode }

/** Arrow keys, Home and End move between tabs; only the selected panel is rendered. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string
  tabs: TabItem[]
  selected: string
  onSelect: (id: string) => void
}) {
  const made = useId()
  const row = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  )
  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    onSelect(tabs[to]!.id)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={row} onKeyDown={move}>
        {tabs.map((tab, i) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${made}-tab-${tab.id}`}
            aria-controls={i === at ? `${made}-panel` : undefined}
            aria-selected={i === at}
            tabIndex={i === at ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={tab.marked ? 'count ink-warn' : 'count'}>{grouped(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${made}-panel`} aria-labelledby={`${made}-tab-${tabs[at]?.id}`}>
        {tabs[at]?.panel}
      </div>
    </>
  )
}
