import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { type AuthorityKind, authoritiesApi } from '#features/authorities/contract.ts'
import { authorityKinds, nameOfKind, nameOfUsedHeadings } from '#features/authorities/rules.ts'
import { requestAndFollow } from '#features/downloads/web/downloads-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'

/** The headings of everything that the school has downloaded, as a download request. */
export function UsedHeadings() {
  const [kind, setKind] = useState<AuthorityKind>('ALL')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ code: string; sentence: string }>()
  const request = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      await requestAndFollow(
        (options) => call(authoritiesApi.createUsedHeadings, { kind }, options),
        nameOfUsedHeadings(kind, new Date()),
      )
    } catch (error) {
      const { code, messages } = error instanceof Problem ? error : { code: '', messages: [genericSentence] }
      setRefused({ code, sentence: messages[0] ?? genericSentence })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className="prose">
        The authority records of the headings in all records that your school has downloaded, with their references, as
        one MARC 21 file. It appears among <Link href="/myDownloads">your downloads</Link>.
      </p>
      <div className="used-headings">
        <Select
          label="Headings"
          options={authorityKinds.map((value) => ({ value, label: nameOfKind[value] }))}
          value={kind}
          onChange={(event) => setKind(event.target.value as AuthorityKind)}
        />
        <Button icon={FileDown} busy={busy} onClick={request}>
          Request this file
        </Button>
      </div>
      {refused && (
        <p className="used-refused" role="alert">
          {refused.sentence} {refused.code === 'nothing_downloaded' && <Link href="/">Request your first records</Link>}
        </p>
      )}
    </>
  )
}
