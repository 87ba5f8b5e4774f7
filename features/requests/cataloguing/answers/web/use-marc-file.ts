import { useState } from 'react'
import { cataloguingApi, cataloguingProblem } from '#features/requests/cataloguing/contract.ts'
import { call } from '#kit/web/call.ts'
import { sentencesOf } from '#ui/form/use-desk-form.ts'
import type { ReadRecord } from './record-to-attach.ts'

type MarcFile = { name: string; base64: string; record: ReadRecord }

/** Many times the length that MARC 21 allows a record. */
const maxBytes = 1_000_000

/** A MARC file's contents as the server reads them. Nothing is attached yet. */
export function useMarcFile(itemId: string) {
  const [file, setFile] = useState<MarcFile>()
  const [refused, setRefused] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const read = async (chosen: File) => {
    setBusy(true)
    setFile(undefined)
    setRefused(undefined)
    try {
      if (chosen.size > maxBytes) throw cataloguingProblem('one_record_only')
      const base64 = base64Of(new Uint8Array(await chosen.arrayBuffer()))
      if (base64 === '') throw cataloguingProblem('unreadable_record')
      const { records } = (await call(cataloguingApi.readRecord, { base64, itemId })).response
      if (records.length > 1) throw cataloguingProblem('one_record_only')
      const [record] = records
      if (!record) throw cataloguingProblem('unreadable_record')
      setFile({ name: chosen.name, base64, record })
    } catch (error) {
      const { errors, refused: sentences } = sentencesOf(error)
      setRefused([...Object.values(errors), ...(sentences ?? [])])
    } finally {
      setBusy(false)
    }
  }
  return { file, refused, busy, read, drop: () => setFile(undefined) }
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  // Function calls have a limit of arguments.
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000))
  return btoa(text)
}
