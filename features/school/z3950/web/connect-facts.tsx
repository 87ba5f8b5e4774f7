import type { FileFormat } from '#features/school/settings/contract.ts'
import type { Z3950Login } from '#features/school/z3950/contract.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { type LibrarySystem, librarySystems, systemOf } from './library-systems.ts'

/** The values to enter in the school's library system, under its own names. */
export function ConnectFacts({
  login: { server, addresses, userName, librarySystem },
  format,
}: {
  login: Pick<Z3950Login, 'server' | 'addresses' | 'userName' | 'librarySystem'>
  /** The chosen format of downloads, which decides the character set. */
  format: FileFormat
}) {
  const system = systemOf(librarySystem)
  const { fields, syntax, encoding } = system
  const isMarc8 = format === 'MARC_21_MARC8'
  return (
    <>
      {!server && <p className="text-small">This portal does not offer Z39.50. Use SRU or OAI-PMH.</p>}
      {server && librarySystem !== '' && <Where system={system} />}
      <dl className="login-facts">
        {server && (
          <>
            <CodeFact name={fields.host} text={server.host} copy="Copy host" />
            <dt>{fields.port}</dt>
            <dd>
              <code>{server.port}</code> {server.tls && '(TLS)'}
            </dd>
            <CodeFact name={fields.database} text={server.database} copy="Copy database name" />
          </>
        )}
        <CodeFact name={server ? fields.userName : 'Username'} text={userName} copy="Copy username" />
        {server && syntax && <Fact name={syntax[0]} text={syntax[1]} />}
        {server && encoding && <Fact name={encoding.field} text={isMarc8 ? encoding.marc8 : encoding.unicode} />}
      </dl>
      <div className="stack gap-4">
        <dl className="login-facts">
          <CodeFact name="SRU" text={addresses.sru} copy="Copy SRU address" />
          <CodeFact name="OAI-PMH" text={addresses.oai} copy="Copy OAI-PMH address" />
        </dl>
        <p className="text-small">
          Use SRU for searching and OAI-PMH for copying the catalogue. Programs sign in with the Z39.50 username and
          password, or with the API user and access key.
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
