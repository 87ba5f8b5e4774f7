import { Status, type Tone } from '#ui/tags.tsx'
import type { Counts } from './row-state.ts'

const tags = [
  { is: 'found', tone: 'ok', words: 'found' },
  { is: 'proposed', tone: 'warn', words: 'to confirm' },
  { is: 'missing', tone: 'plain', words: 'not found' },
  { is: 'twice', tone: 'warn', words: 'twice' },
  { is: 'mend', tone: 'bad', words: 'to mend' },
] as const satisfies { is: keyof Counts; tone: Tone; words: string }[]

/** A state that rows can be chosen by. */
export type Telling = (typeof tags)[number]['is']

/** How many rows are in which state; pressed, one shows only those rows. */
export function CountTags({
  counts,
  only,
  onChoose,
}: {
  counts: Counts
  only: Telling | undefined
  onChoose: (is: Telling | undefined) => void
}) {
  return (
    <>
      {counts.checking > 0 && <Status>{counts.checking.toLocaleString()} being checked</Status>}
      {tags.map(
        ({ is, tone, words }) =>
          counts[is] > 0 && (
            <button
              key={is}
              type="button"
              className={`status ${tone}`}
              aria-pressed={only === is}
              title={only === is ? 'Show all' : 'Show only these'}
              onClick={() => onChoose(only === is ? undefined : is)}
            >
              {counts[is].toLocaleString()} {words}
            </button>
          ),
      )}
    </>
  )
}
