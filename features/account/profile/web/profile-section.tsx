import './my-profile.css'
import type { ReactNode } from 'react'

/** What it is about on the left, what can be done on the right. */
export function ProfileSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const id = idOf(title)
  return (
    <section className="profile-section stack items-start" aria-labelledby={id}>
      <header className="stack gap-4">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {hint && <p className="quiet">{hint}</p>}
      </header>
      <div>{children}</div>
    </section>
  )
}

const idOf = (title: string) => `profile-${title.toLowerCase().replaceAll(' ', '-')}`

/** Where what was pressed is gone. */
export const focusHeading = (title: string): void => document.getElementById(idOf(title))?.focus()
