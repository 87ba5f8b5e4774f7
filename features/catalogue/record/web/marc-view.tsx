import { CopyButton } from '#ui/copy-button.tsx'
import { type MarcLine, marcAsText, readMarcXml } from './read-marc-xml.ts'

/** The record in a cataloguer's form: tag, indicators, subfields; each field and the whole can be copied. */
export function MarcView({ xml }: { xml: string }) {
  const lines = readMarcXml(xml)
  return (
    <div className="marc stack one-column gap-10">
      <div className="split items-center gap-8-16 text-small">
        <p className="quiet num">{lines.length} fields. A blank indicator is shown as “_”.</p>
        <CopyButton text={marcAsText(lines)} label="Copy MARC" wide />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="marc-lines card relative" aria-label="MARC fields" tabIndex={0}>
        <table className="w-full">
          <thead className="only-heard">
            <tr>
              <th scope="col">Tag</th>
              <th scope="col">Indicators</th>
              <th scope="col">Content</th>
              <th scope="col">Copy</th>
            </tr>
          </thead>
          <tbody>
            {keyed(lines).map(([key, line]) => (
              <tr key={key}>
                <th scope="row">{line.tag}</th>
                <td className="indicators ink-3">{line.indicators.replaceAll(' ', '_')}</td>
                <td className={line.subfields.length === 0 ? 'fixed anywhere' : 'anywhere'}>
                  {line.value}
                  {keyed(line.subfields).map(([place, { code, value }]) => (
                    <span key={place} className="subfield">
                      <b className="ink-link weight-600">${code}</b> {value}{' '}
                    </span>
                  ))}
                </td>
                <td>
                  <CopyButton text={marcAsText([line])} label={`Copy field ${line.tag}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** Fields and subfields may repeat; the record never changes, so the position is a stable key. */
const keyed = <T extends MarcLine | MarcLine['subfields'][number]>(list: T[]): [string, T][] =>
  list.map((each, i) => [`${i}`, each])
