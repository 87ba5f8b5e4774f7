import { MatchedRecords } from './matched-records.tsx'
import type { ShownRequest } from './send-request.ts'

/** Identifiers that several records have. */
export function OpenChoices({ choices, name }: { choices: ShownRequest['choices']; name: string }) {
  return (
    <div className="choices">
      <p className="note">Several records have the same identifier. They are left out of the file unless chosen.</p>
      {choices.map(({ identifier, ids }) => (
        <section key={identifier} aria-label={identifier}>
          <h2>
            <span className="code">{identifier}</span> {ids.length.toLocaleString()} records
          </h2>
          <MatchedRecords
            ids={ids}
            identities={[identifier]}
            name={`${name}, records with ${identifier}`}
            caption={`Records with ${identifier}`}
          />
        </section>
      ))}
    </div>
  )
}
