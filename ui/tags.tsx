import { words } from './messages.ts'
import './tags.css'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconShape } from './icon.tsx'

/** A removable choice. */
export function Chip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <span className="chip">
      {children}
      <button type="button" onClick={onRemove} aria-label={`${words.remove} ${children}`} title={words.remove}>
        <Icon of={X} small />
      </button>
    </span>
  )
}

export type Tone = 'ok' | 'warn' | 'bad' | 'plain'

type StatusProps = { tone?: Tone; icon?: IconShape; className?: string; children: ReactNode }

/** A status in a word or two; never colour alone. */
export function Status({ tone, icon, className, children }: StatusProps) {
  return (
    <span className={['status', tone !== 'plain' && tone, className].filter(Boolean).join(' ')}>
      {icon && <Icon of={icon} small />}
      {children}
    </span>
  )
}
