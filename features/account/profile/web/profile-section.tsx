import './my-profile.css'
import type { ReactNode } from 'react'

/** Title and hint on the left, controls on the right. */
export function ProfileSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const id = idOf(title)
  return (
    <section className="profile-section stack items-start" aria-labelledby={id}>
      <header className="stack gap-4">
        <h2 className="title-huge" id={id} tabIndex={-1}>
          {title}
        </h2>
        {hint && <p className="quiet">{hint}</p>}
      </header>
      <div>{children}</div>
    </section>
  )
}

const idOf = (title: string) => `profile-${title.toLowerCase().replaceAll(' ', '-')}`

/** For when the pressed control is gone. */
export const focusHeading = (title: string): void => document.getElementById(idOf(title))?.focus()
