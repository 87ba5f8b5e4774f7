import './desk.css'
import type { ReactNode } from 'react'

/** The top of every desk screen: title, hint and actions. */
export function DeskHead({ title, hint, children }: { title: string; hint?: ReactNode; children?: ReactNode }) {
  return (
    <header className="desk-head">
      <title>{`${title} · Desk`}</title>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {hint && <p className="quiet">{hint}</p>}
      </div>
      {children && <div className="desk-actions">{children}</div>}
    </header>
  )
}
