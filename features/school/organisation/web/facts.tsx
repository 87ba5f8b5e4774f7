/** Read-only facts. */
export function Facts({ facts }: { facts: [label: string, value: string][] }) {
  return (
    <dl className="school-details stack max-640 mt-4">
      {facts.flatMap(([label, value]) => [
        <dt key={`${label} label`}>{label}</dt>,
        <dd key={label}>{value || <span className="none ink-3">not given</span>}</dd>,
      ])}
    </dl>
  )
}
