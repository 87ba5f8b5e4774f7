import { AtSign } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { studentDialogs } from './student-dialogs.ts'

/** Which addresses may be invited, and the way to change that. */
export function DomainLine({ domain, onChange }: { domain: string; onChange: () => void }) {
  return (
    <section className="domain-line" aria-label="E-mail domain">
      <Icon of={AtSign} />
      {domain ? (
        <p>
          Students are invited at <strong>{domain}</strong>
          <span className="quiet"> and the domains below it.</span>
        </p>
      ) : (
        <p>
          Students are invited at <strong>any address</strong>
          <span className="quiet">: your school has named no e-mail domain.</span>
        </p>
      )}
      <Button {...studentDialogs.near} onClick={onChange}>
        Change domain
      </Button>
    </section>
  )
}
