import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileFormat } from '#features/school/settings/contract.ts'
import { type LibrarySystemId, type Z3950Login, z3950Api } from '#features/school/z3950/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Select } from '#ui/form/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type LibrarySystem, librarySystems } from './library-systems.ts'

const choices = [
  { value: '', label: 'Choose …' },
  ...librarySystems.map(({ id, name }) => ({ value: id, label: name })),
]

/** The school's choice, saved at once for everybody there. */
function useLibrarySystem(customerId: string, saved: LibrarySystemId) {
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<LibrarySystemId>()
  const [error, setError] = useState<string>()
  const id = chosen ?? saved
  const choose = async (librarySystem: LibrarySystemId) => {
    setChosen(librarySystem)
    setError(undefined)
    try {
      const reply = await call(z3950Api.chooseLibrarySystem, { cust_id: customerId, librarySystem })
      cache.setQueryData(queryOf(z3950Api.z3950Settings, { customerId }).queryKey, reply)
      announce('Saved for your school')
    } catch (failure) {
      setChosen(undefined)
      setError(problemOf(failure).messages[0])
    }
  }
  return { id, system: librarySystems.find((each) => each.id === id) ?? librarySystems.at(-1)!, choose, error }
}

/** What to enter in the school's library system, under the names that it uses. */
export function ConnectFacts({
  customerId,
  login: { server, addresses, userName, librarySystem },
  format,
  onFormat,
}: {
  customerId: string
  login: Pick<Z3950Login, 'server' | 'addresses' | 'userName' | 'librarySystem'>
  /** The chosen format of downloads, which decides the character set. */
  format: FileFormat
  onFormat: (format: FileFormat) => void
}) {
  const { id, system, choose, error } = useLibrarySystem(customerId, librarySystem)
  const { fields, syntax, encoding } = system
  const isMarc8 = format === 'MARC_21_MARC8'
  return (
    <>
      <Select
        label="Pick your library system"
        hint="Everyone at your school then sees its values."
        options={choices}
        value={id}
        error={error}
        onChange={(event) => void choose(event.target.value as LibrarySystemId)}
      />
      {!server && <p className="text-small">This portal does not offer Z39.50. Use SRU or OAI-PMH.</p>}
      {server && id !== '' && <Where system={system} />}
      <dl className="login-facts">
        {server && (
          <>
            <CodeFact name={fields.host} text={server.host} copy="Copy the host" />
            <dt>{fields.port}</dt>
            <dd>
              <code>{server.port}</code> {server.tls && '(TLS)'}
            </dd>
            <CodeFact name={fields.database} text={server.database} copy="Copy the database name" />
          </>
        )}
        <CodeFact name={server ? fields.userName : 'User name'} text={userName} copy="Copy the user name" />
        {server && syntax && <Fact name={syntax[0]} text={syntax[1]} />}
        {server && encoding && <Fact name={encoding.field} text={isMarc8 ? encoding.marc8 : encoding.unicode} />}
      </dl>
      {id !== '' && <Files system={system} format={format} onFormat={onFormat} />}
      <div className="stack gap-4">
        <dl className="login-facts">
          <CodeFact name="SRU" text={addresses.sru} copy="Copy the SRU address" />
          <CodeFact name="OAI-PMH" text={addresses.oai} copy="Copy the OAI-PMH address" />
        </dl>
        <p className="text-small">
          SRU is for searching, OAI-PMH for copying the catalogue. Programs sign in there with the user name and
          password of Z39.50, or with the API user and access key.
        </p>
      </div>
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
  system: { name, importing, readsUnicode },
  format,
  onFormat,
}: {
  system: LibrarySystem
  format: FileFormat
  onFormat: (format: FileFormat) => void
}) {
  const isMarc8 = format === 'MARC_21_MARC8'
  const isMarc = format === 'MARC_21' || isMarc8
  const isOlder = isMarc8 && readsUnicode
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
      {isOlder && (
        <>
          {name} reads Unicode (UTF-8), but your downloads are in MARC-8, which has fewer letters.{' '}
          <TextButton onClick={() => onFormat('MARC_21')}>Choose Unicode</TextButton>
        </>
      )}
    </p>
  )
}

/** A value to enter in a library system, with a button that copies it. */
const CodeFact = ({ name, text, copy }: { name: string; text: string; copy: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <code>{text}</code>
      <CopyButton text={text} label={copy} />
    </dd>
  </>
)
