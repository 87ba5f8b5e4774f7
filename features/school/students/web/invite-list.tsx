import { FileUp, MailPlus } from 'lucide-react'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { studentsApi } from '#features/school/students/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Select } from '#ui/form/field.tsx'
import { LinedField } from '#ui/form/lined-field.tsx'
import { Done, ErrorBox } from '#ui/notices.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { checkPeople, type NotInvited } from './check-people.ts'
import type { Chosen, Member } from './class-list-columns.ts'
import { NotInvitedTable } from './not-invited.tsx'
import { fileSentences, type ListedPerson, maxListLength, readPeople, readText } from './read-people.ts'

type Sent = { invited: number; left: NotInvited[]; broken?: readonly string[] }

/** A class list, pasted or from a file: shows who can be invited before anything is sent. */
export function InviteList({
  domain,
  text,
  onText: setText,
  onDone,
  onClose,
}: {
  domain: string
  text: string
  onText: (text: string) => void
  onDone: (text: string) => void
  onClose: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const [sent, setSent] = useState<Sent>()
  const settled = useDeferredValue(text)
  const [chosen, setChosen] = useState<Chosen>({})
  const [unanswered, setUnanswered] = useState<Member>()
  const { people, questions } = useMemo(() => readPeople(settled, domain, chosen), [settled, domain, chosen])
  const open = questions.find(({ member, choices }) => !choices.some(({ label }) => label === chosen[member]))
  const { good, bad } = useMemo(() => checkPeople(people, domain), [people, domain])
  const over = people.length > maxListLength

  const take = async (file: File | undefined) => {
    if (!file) return
    const read = await readText(file)
    if (typeof read !== 'string') return setError(fileSentences[read.refused])
    setError(undefined)
    setText(read.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))
    announce(`${file.name} has been read`)
  }
  const invite = async () => {
    if (progress !== undefined) return
    if (open) {
      setUnanswered(open.member)
      return document.getElementById(`${id}-${open.member}`)?.focus()
    }
    if (good.length === 0 || over) {
      setError(over ? fileSentences.tooBig : 'There’s no one in this list you can invite.')
      return document.getElementById(id)?.focus()
    }
    setProgress(0)
    const result = await sendInvitations(good, setProgress)
    const left = [...bad, ...result.left].toSorted((a, b) => a.line - b.line)
    setSent({ ...result, left })
    setProgress(undefined)
    if (!result.broken) setText('')
    if (result.invited > 0) onDone(`We emailed ${counted(result.invited, 'invitation')}.`)
  }

  if (sent)
    return (
      <div className="dialog-form invite-form mt-16">
        {sent.broken && <ErrorBox title="We couldn’t send all invitations" messages={sent.broken} />}
        {sent.invited > 0 ? (
          <Done>{`We emailed ${counted(sent.invited, 'student')} an invitation.`}</Done>
        ) : (
          <p role="status">No one was invited.</p>
        )}
        {sent.left.length > 0 && (
          <>
            <p>{sent.left.length === 1 ? 'One line was' : `${grouped(sent.left.length)} lines were`} left out:</p>
            <NotInvitedTable people={sent.left} />
          </>
        )}
        <div className="flow justify-end gap-8">
          {sent.left.length > 0 && (
            <ExportButton
              name="Not invited"
              read={async () => fileOf((await import('./not-invited-csv.ts')).notInvitedColumns, sent.left)}
            />
          )}
          <Button look="main" ref={focusNow} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    )
  return (
    <form
      className="dialog-form invite-form mt-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void invite()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
    >
      <p className="take-file aside flex gap-10 rounded p-10-14">
        <FileUp aria-hidden />
        <span>
          <TextButton onClick={() => input.current?.click()}>Choose a CSV, Excel or OpenDocument file</TextButton> or
          drop one here, or paste from a spreadsheet. Columns: first name, last name, email and, optionally, gender (M,
          F, O or NA).{' '}
          <a href={template} download="Students.csv">
            Download an empty file
          </a>
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,text/csv,text/plain,text/tab-separated-values"
          aria-label="CSV file of students"
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
      </p>
      <LinedField
        id={id}
        required
        label="List of students"
        rows={7}
        placeholder={`Ada, Lovelace, ada@${domain || 'school.example'}`}
        value={text}
        error={error}
        onChange={(event) => {
          setError(undefined)
          setText(event.target.value)
        }}
      />
      {questions.map(({ member, choices }) => (
        <Select
          key={member}
          id={`${id}-${member}`}
          required
          label={columnLabels[member]}
          error={unanswered === member && open?.member === member ? 'Please choose a column.' : undefined}
          hint={member === 'lastName' && 'If a column has whole names, choose it for both.'}
          value={choices.some(({ label }) => label === chosen[member]) ? chosen[member]! : ''}
          options={[{ value: '', label: 'Choose a column' }, ...choices.map(({ label }) => ({ value: label, label }))]}
          onChange={({ target }) => setChosen({ ...chosen, [member]: target.value })}
        />
      ))}
      <p className="list-told num aside" role="status">
        {people.length === 0
          ? 'We won’t send anything until you’ve seen who can be invited.'
          : open
            ? 'Several columns are possible. Choose the right one to see who can be invited.'
            : `${counted(good.length, 'student')} can be invited${bad.length > 0 ? `, ${grouped(bad.length)} can’t` : ''}.`}
      </p>
      {!open && bad.length > 0 && <NotInvitedTable people={bad} />}
      <div className="flow justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" icon={MailPlus} type="submit" busy={progress !== undefined}>
          {progress === undefined
            ? good.length > 0 && !open
              ? `Invite ${counted(good.length, 'student')}`
              : 'Invite'
            : `${grouped(progress)} of ${grouped(good.length)}`}
        </Button>
      </div>
    </form>
  )
}

const columnLabels: Record<Member, string> = {
  email: 'Column with students’ email addresses',
  firstName: 'Column with students’ first names',
  lastName: 'Column with students’ last names',
  name: 'Column with students’ names',
  gender: 'Column with genders',
}

const template = `data:text/csv;charset=utf-8,${encodeURIComponent('\uFEFFFirst name,Last name,Email,Gender\r\n')}`

/** Invitations per call: each call takes about a second, so that progress is visible. */
const atOnce = 50

/** Sends call after call and stops at a failure: sent invitations stay sent, and the rest can be sent again. */
async function sendInvitations(
  people: readonly ListedPerson[],
  progress: (done: number) => void,
): Promise<{ invited: number; left: NotInvited[]; broken?: string[] }> {
  let invited = 0
  const left: NotInvited[] = []
  for (let from = 0; from < people.length; from += atOnce) {
    const part = people.slice(from, from + atOnce)
    try {
      const { response } = await call(studentsApi.inviteStudents, {
        students: part.map(({ line: _, ...student }) => student),
      })
      response.forEach(({ outcome }, at) => {
        if (outcome === 'INVITED') invited++
        else left.push({ ...part[at]!, why: outcome })
      })
    } catch (error) {
      const sentences = problemOf(error).messages
      return {
        invited,
        left: [...left, ...people.slice(from).map((each) => ({ ...each, why: 'NOT_SENT' as const }))],
        broken: sentences,
      }
    }
    progress(Math.min(people.length, from + atOnce))
  }
  return { invited, left }
}
