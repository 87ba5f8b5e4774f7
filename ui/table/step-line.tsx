import './step-line.css'
import { Check } from 'lucide-react'
import { Icon, type IconShape } from '../icon.tsx'
import type { Tone } from '../tags.tsx'

/** `tone` and `icon` style the current step: the last one, or a blocked one. */
export type Step = { label: string; tone?: Tone; icon?: IconShape; turning?: boolean }

/** A progress line: steps before `now` are done. */
export function StepLine({ label, steps, now }: { label: string; steps: Step[]; now: number }) {
  return (
    <ol className="step-line" aria-label={label}>
      {steps.map((step, i) => (
        <li
          key={step.label}
          className={i < now ? 'done' : i === now ? step.tone : undefined}
          aria-current={i === now ? 'step' : undefined}
        >
          <span className="dot" aria-hidden>
            {i < now ? (
              <Icon of={Check} small />
            ) : step.icon && i === now ? (
              <Icon of={step.icon} small turning={step.turning ?? false} />
            ) : (
              i + 1
            )}
          </span>
          {step.label}
          {i < now && <span className="only-heard"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}
