import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileFormat } from '#features/school/settings/contract.ts'
import { type LibrarySystemId, z3950Api } from '#features/school/z3950/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Select } from '#ui/form/field.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type LibrarySystem, librarySystems, systemOf } from './library-systems.ts'

const choices = [{ value: '', label: 'Choose…' }, ...librarySystems.map(({ id, name }) => ({ value: id, label: name }))]

/** The school's library system, saved at once for everyone there, and the format of files that it reads. */
export function LibrarySystemField({
  customerId,
  format,
  onFormat,
}: {
  customerId: string
  /** The chosen format of downloads. */
  format: FileFormat
  onFormat: (format: FileFormat) => void
}) {
  const { reply, problem, again } = useLatestReply(z3950Api.z3950Settings, { customerId })
  const cache = useQueryClient()
  const [error, setError] = useState<string>()
  if (!reply)
    return problem ? (
      <ErrorBox
        messages={['Unable to retrieve your library system. Please contact your administrator']}
        onRetry={again}
      />
    ) : (
      <Skeleton lines={2} width="60%" />
    )
  const { librarySystem } = reply.response
  const { queryKey } = queryOf(z3950Api.z3950Settings, { customerId })
  // Shown at once, here and where its values are.
  const show = (chosen: LibrarySystemId) =>
    cache.setQueryData(queryKey, (known: typeof reply | undefined) => known && withSystem(known, chosen))
  const choose = async (chosen: LibrarySystemId) => {
    show(chosen)
    setError(undefined)
    try {
      await call(z3950Api.chooseLibrarySystem, { cust_id: customerId, librarySystem: chosen })
      announce('Saved for your school')
    } catch (failure) {
      show(librarySystem)
      setError(problemOf(failure).messages[0])
    }
  }
  return (
    <>
      <Select
        label="Pick your library system"
        hint="Everyone at your school will see its values."
        options={choices}
        value={librarySystem}
        error={error}
        onChange={(event) => void choose(event.target.value as LibrarySystemId)}
      />
      {librarySystem !== '' && <Files system={systemOf(librarySystem)} format={format} onFormat={onFormat} />}
    </>
  )
}

const withSystem = <Reply extends { response: object }>(reply: Reply, librarySystem: LibrarySystemId): Reply => ({
  ...reply,
  response: { ...reply.response, librarySystem },
})

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
          {name} reads Unicode (UTF-8), but your downloads are in MARC-8, which has fewer characters.{' '}
          <TextButton onClick={() => onFormat('MARC_21')}>Choose Unicode</TextButton>
        </>
      )}
    </p>
  )
}
