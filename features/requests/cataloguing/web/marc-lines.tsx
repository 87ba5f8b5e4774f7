import { CopyButton } from '#ui/copy-button.tsx'

/** A record as a cataloguer reads it, line by line. */
export function MarcLines({ lines, label }: { lines: readonly string[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="marc-lines-box" aria-label={label} tabIndex={0}>
      <ol>
        {lines.map((line, i) => (
          // A field may repeat; its place tells it apart, and the record does not change.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={i}>
            <b>{line.slice(0, 3)}</b>
            <span>{line.slice(3)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export const CopyLines = ({ lines }: { lines: readonly string[] }) => (
  <CopyButton text={lines.join('\n')} label="Copy" wide />
)
