import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { rosterApi } from '#features/school/roster/contract.ts'
import { maxFiles, maxPeople, maxSentBytes } from '#features/school/roster/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { formatBytes, grouped } from '#kit/web/format.ts'
import { useDroppedFiles } from '#ui/form/use-dropped-files.ts'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** Takes a zip, or the CSV files of one, and has them read. */
export function TakeRoster({ onTaken }: { onTaken: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ name: string; messages: readonly string[] }>()
  const take = async (files: readonly File[]) => {
    if (files.length === 0 || busy) return
    const name = files.length === 1 ? files[0]!.name : `${grouped(files.length)} files`
    setBusy(true)
    setRefused(undefined)
    try {
      const messages = refusalOf(files)
      if (messages) {
        setRefused({ name, messages })
        return
      }
      const sent = await Promise.all(files.map(async (file) => ({ filename: file.name, base64: await base64Of(file) })))
      await call(rosterApi.previewRoster, { files: sent })
      onTaken()
    } catch (error) {
      setRefused({ name, messages: problemOf(error).messages })
    } finally {
      setBusy(false)
    }
  }
  const dragged = useDroppedFiles((files) => void take(files))
  return (
    <section className="mt-18" aria-label="File">
      <p
        className={dragged ? 'roster-drop row gap-12 rounded dragged' : 'roster-drop row gap-12 rounded'}
        aria-busy={busy}
      >
        <Icon of={FileUp} />
        <span role="status">
          {busy ? (
            'Reading the file…'
          ) : (
            <>
              Drop a file anywhere on this page, or{' '}
              <TextButton onClick={() => input.current?.click()}>choose one</TextButton>: a OneRoster 1.1 or 1.2 zip, or
              all of its CSV files.
            </>
          )}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept=".zip,.csv,application/zip,text/csv"
          aria-label="OneRoster file"
          onChange={({ target }) => {
            void take([...(target.files ?? [])])
            // Allows choosing the same file again after correcting it.
            target.value = ''
          }}
        />
      </p>
      {refused && <ErrorBox title={`We couldn’t read ${refused.name}`} messages={refused.messages} />}
      <Needed />
    </section>
  )
}

const refusalOf = (files: readonly File[]): string[] | undefined => {
  if (files.length > maxFiles) return [`You can choose at most ${grouped(maxFiles)} files at once.`]
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return size > maxSentBytes ? [`The files are bigger than ${formatBytes(maxSentBytes)}.`] : undefined
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // Function calls have a limit of arguments.
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000))
  return btoa(text)
}

const columns: [name: string, means: string][] = [
  ['sourcedId', 'Identifies the student in every later file'],
  ['givenName, familyName', 'Or preferredGivenName and preferredFamilyName'],
  ['email', 'The address to sign in with, or the username if that is an address'],
  ['role', 'student; in OneRoster 1.2, roles.csv has this'],
  ['orgSourcedIds', 'The schools, named in orgs.csv'],
  ['status, enabledUser', '“tobedeleted” or “false”: the student leaves'],
  ['grades', 'The year'],
]

const sample = `data:text/csv;charset=utf-8,${encodeURIComponent(
  'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName,email,grades\r\n',
)}`

function Needed() {
  return (
    <details className="roster-needed mt-14">
      <summary>Which columns do we need?</summary>
      <p className="mt-8">
        We read these columns of users.csv, in any order, and ignore other columns and files. A file can have up to{' '}
        {grouped(maxPeople)} people. It can have changes only if its manifest.csv says so. We import students only.
        Invite staff under Colleagues.
      </p>
      <dl className="login-facts mt-8">
        {columns.map(([name, means]) => (
          <div className="contents" key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-8">
        <a href={sample} download="users.csv">
          Download an empty users.csv
        </a>
      </p>
    </details>
  )
}
