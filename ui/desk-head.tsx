import './desk.css'
import type { ReactNode } from 'react'

/** The top of every desk screen: title, hint and actions. */
export function DeskHead({ title, hint, children }: { title: string; hint?: ReactNode; children?: ReactNode }) {
  return (
    <header className="desk-head split gap-12-24 items-end">
      <title>{`${title} · Desk`}</title>
      <div className="min-w-0 anywhere basis-320">
        <h1 className="no-outline" tabIndex={-1}>
          {title}
        </h1>
        {hint && <p className="quiet measure mt-2 text-small">{hint}</p>}
      </div>
      {children && <div className="flow gap-8">{children}</div>}
    </header>
  )
}
