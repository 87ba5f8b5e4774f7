import { useState } from 'react'
import type { FileFormat } from '#features/school/settings/contract.ts'
import type { Z3950Server } from '#features/school/z3950/contract.ts'
import { Select } from '#ui/form/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { CodeFact } from './code-fact.tsx'
import { type LibrarySystem, librarySystems } from './library-systems.ts'

const choices = [
  { value: '', label: 'Choose …' },
  ...librarySystems.map(({ id, name }) => ({ value: id, label: name })),
]

const remembered = 'library-system'

/** In this browser only; without storage, until the page is left. */
function useLibrarySystem() {
  const [id, setId] = useState(() => {
    try {
      return localStorage.getItem(remembered) ?? ''
    } catch {
      return ''
    }
  })
  const choose = (chosen: string) => {
    setId(chosen)
    try {
      localStorage.setItem(remembered, chosen)
    } catch {
      // The choice is kept on the page.
    }
  }
  return { id, system: librarySystems.find((each) => each.id === id) ?? librarySystems.at(-1)!, choose }
}

/** What to enter in the school's library system, under the names that it uses. */
export function ConnectFacts({
  server,
  userName,
  format,
  onFormat,
}: {
  server: Z3950Server
  userName: string
  /** The chosen format of downloads, which decides the character set. */
  format: FileFormat
  onFormat: (format: FileFormat) => void
}) {
  const { id, system, choose } = useLibrarySystem()
  const { fields, syntax, encoding } = system
  const isMarc8 = format === 'MARC_21_MARC8'
  return (
    <>
      <Select
        label="Pick your library system"
        options={choices}
        value={id}
        onChange={(event) => choose(event.target.value)}
      />
      {id !== '' && <Where system={system} />}
      <dl className="login-facts">
        <CodeFact name={fields.host} text={server.host} copy="Copy the host" />
        <dt>{fields.port}</dt>
        <dd>
          <code>{server.port}</code> {server.tls && '(TLS)'}
        </dd>
        <CodeFact name={fields.database} text={server.database} copy="Copy the database name" />
        <CodeFact name={fields.userName} text={userName} copy="Copy the user name" />
        {syntax && <Fact name={syntax[0]} text={syntax[1]} />}
        {encoding && <Fact name={encoding.field} text={isMarc8 ? encoding.marc8 : encoding.unicode} />}
      </dl>
      {id !== '' && <Files system={system} format={format} onFormat={onFormat} />}
    </>
  )
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </>
)

const Where = ({ system: { name, path, test } }: { system: LibrarySystem }) => (
  <p className="text-small">
    {path
      ? `In ${name}, open ${path} and enter these values. ${test ?? ''}`
      : `Enter these values where ${name === librarySystems.at(-1)!.name ? 'your library system' : name} lists its Z39.50 servers. Menus vary by version. Ask your vendor’s help desk.`}
  </p>
)

/** How files that are downloaded here get into the library system. */
function Files({
  system: { name, importing },
  format,
  onFormat,
}: {
  system: LibrarySystem
  format: FileFormat
  onFormat: (format: FileFormat) => void
}) {
  const isMarc = format === 'MARC_21' || format === 'MARC_21_MARC8'
  if (!importing && isMarc) return null
  return (
    <p className="text-small">
      {importing && `Import downloaded files at ${importing}. `}
      {!isMarc && (
        <>
          {importing ? `${name} reads` : 'Library systems read'} MARC 21, but your downloads are in another format.{' '}
          <TextButton onClick={() => onFormat('MARC_21')}>Choose MARC 21</TextButton>
        </>
      )}
    </p>
  )
}
