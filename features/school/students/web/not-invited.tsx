import { refusedSentences } from '#features/school/students/rules.ts'
import { grouped } from '#kit/web/format.ts'
import type { NotInvited } from './check-people.ts'
import { nameOf } from './student-labels.ts'

/** The saved file has the rest. */
const maxShown = 50

export const reasonSentence = ({ why }: Pick<NotInvited, 'why'>): string =>
  why === 'TWICE' ? 'In the list twice.' : why === 'NOT_SENT' ? 'Not sent.' : refusedSentences[why]

/** People who cannot be invited, with the reason. */
export function NotInvitedTable({ people }: { people: readonly NotInvited[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="not-invited framed-2 rounded on-surface text-small" aria-label="Cannot be invited" tabIndex={0}>
      <ul className="ruled">
        {people.slice(0, maxShown).map((person) => (
          <li className="stack gap-10 anywhere py-8" key={person.line}>
            <span className="num remark">Line {person.line}</span>
            <span>
              <strong>{nameOf(person) || 'No name'}</strong>{' '}
              {person.email && nameOf(person) !== person.email && <span className="quiet">{person.email}</span>}
              <br />
              {reasonSentence(person)}
            </span>
          </li>
        ))}
      </ul>
      {people.length > maxShown && <p className="quiet">and {grouped(people.length - maxShown)} more</p>}
    </section>
  )
}
