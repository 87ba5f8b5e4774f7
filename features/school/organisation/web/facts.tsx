/** Read-only facts. */
export function Facts({ facts }: { facts: [label: string, value: string][] }) {
  return (
    <dl className="school-details stack max-640 mt-4">
      {facts.flatMap(([label, value]) => [
        <dt className="py-10 line-below anywhere ink-3 text-small" key={`${label} label`}>
          {label}
        </dt>,
        <dd className="py-10 line-below anywhere pre-line" key={label}>
          {value || <span className="none ink-3">not provided</span>}
        </dd>,
      ])}
    </dl>
  )
}
