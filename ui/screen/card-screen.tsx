import '../back-link.css'
import './card-screen.css'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon, type IconShape } from '../icon.tsx'
import { Link } from '../link.tsx'
import { words } from '../messages.ts'

/**
 * One card in the middle of the screen, for people who come from an email or an invoice: whose it is, what it is for
 * and until when, then what happens next, and below the card the way back.
 */
export function CardScreen({
  title,
  whose,
  icon,
  tone,
  next,
  note,
  back,
  result,
  wide,
  className = '',
  children,
}: {
  title: string
  whose?: ReactNode
  icon?: IconShape
  tone?: 'ok' | 'warn'
  next?: ReactNode
  /** Below the line instead, if nothing happens next. */
  note?: ReactNode
  back?: { href: string; title: string } | undefined
  /** True if it replaces a form: it is announced and takes the focus of the pressed button. */
  result?: boolean
  wide?: boolean
  className?: string
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (result) heading.current?.focus()
  }, [result])
  return (
    <div className={`card-screen anywhere ${wide ? 'wide' : ''} ${className}`}>
      <div className="card stack one-column gap-16" role={result ? 'status' : undefined}>
        <header>
          {icon && <Icon className={tone ? `ink-${tone}` : 'ink-3'} of={icon} />}
          <h1 className="no-outline" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {whose && <p className="mt-4 text-large ink-2">{whose}</p>}
        </header>
        {children}
        {(next || note) && (
          <div className="stack gap-4 pt-16 line-above text-small ink-2">
            {next && <h2 className="text-small ink">{words.whatHappensNext}</h2>}
            {next || note}
          </div>
        )}
      </div>
      {back && (
        <Link className="back-link mt-14" href={back.href}>
          <Icon of={ArrowLeft} small />
          {back.title}
        </Link>
      )}
    </div>
  )
}

/** Facts in rows of a card: a label above each value. */
export const CardFacts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="facts card-facts flow line-around py-12">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="num weight-550">{value}</dd>
      </div>
    ))}
  </dl>
)
