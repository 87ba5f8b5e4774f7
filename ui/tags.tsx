import './tags.css'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconShape } from './icon.tsx'

/** A removable choice. */
export function Chip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <span className="chip">
      {children}
      <button type="button" onClick={onRemove} aria-label={`Remove ${children}`} title="Remove">
        <Icon of={X} small />
      </button>
    </span>
  )
}

export type Tone = 'ok' | 'warn' | 'bad' | 'plain'

/** A status in a word or two; never colour alone. */
export function Status({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconShape; children: ReactNode }) {
  return (
    <span className={tone === 'plain' ? 'status' : `status ${tone}`}>
      {icon && <Icon of={icon} small />}
      {children}
    </span>
  )
}
