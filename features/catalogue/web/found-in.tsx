import { Marked } from '#ui/marked.tsx'
import { words as say } from '../messages.ts'
import type { HitView } from './hit-facts.ts'

/** Why a record was found, unless its title, its author or a subject `above` shows it. */
export function FoundIn({ hit, words, above = [] }: { hit: HitView; words: string[]; above?: string[] }) {
  const reasons = hit.foundIn?.filter(({ field, text }) => field !== 'Subject' || !above.includes(text)) ?? []
  if (reasons.length === 0) return null
  return (
    <ul className="found-in ink text-small mt-6" aria-label={say.foundIn}>
      {reasons.map(({ field, text }) => (
        <li key={`${field} ${text}`} className="anywhere">
          <span className="quiet-label ink-3">{text ? `${field}: ` : field}</span>
          <Marked text={text} words={words} />
        </li>
      ))}
    </ul>
  )
}
