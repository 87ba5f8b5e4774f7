import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { defaultLanguage } from '#kit/messages.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { counted, grouped } from '#kit/web/format.ts'
import type { CslItem } from '#marc/citation/csl.ts'
import type { ReferenceFormId, StyleId } from '#marc/citation/ids.ts'
import { referenceForms } from '#marc/citation/reference-files.ts'
import { styles } from '#marc/citation/styles.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { citationsApi, maxReferences } from '../contract.ts'
import type { CitedSet } from './citations-parts.tsx'
import { References, StyleSelect, saveFile, useStyle } from './references.tsx'

/** Longer lists are files only. */
const maxListed = 500

export function CiteRecords({ sets, name, onClose }: { sets: CitedSet[]; name: string; onClose: () => void }) {
  const [at, choose] = useState(0)
  const { count, of } = sets[at]!
  return (
    <Dialog title={`Cite ${counted(count, 'record')}`} shape="wide" lang={defaultLanguage} onClose={onClose}>
      <div className="references">
        {sets.length > 1 && (
          <Select
            label="Records"
            value={String(at)}
            options={sets.map(({ label }, i) => ({ value: String(i), label }))}
            onChange={({ target }) => choose(Number(target.value))}
          />
        )}
        {count > maxReferences ? (
          <p>You can cite at most {grouped(maxReferences)} records at once. Please narrow the search.</p>
        ) : count > maxListed ? (
          <LongList of={of} count={count} name={name} />
        ) : (
          <Fetched of={of} name={name} />
        )}
      </div>
    </Dialog>
  )
}

function Fetched({ of, name }: { of: CitedSet['of']; name: string }) {
  const { data, error, refetch } = useQuery<CslItem[], Problem>({
    queryKey: [citationsApi.citations.path, of],
    queryFn: async ({ signal }) => {
      const file = (await call(citationsApi.citations, { ...of, format: 'csl-json' }, { signal })) as Blob
      return JSON.parse(await file.text()) as CslItem[]
    },
    staleTime: 5 * 60_000,
    retry: false,
  })
  if (error) return <ErrorBox messages={error.messages} onRetry={() => void refetch()} />
  return data ? <References items={data} fileName={name} /> : <Skeleton lines={6} />
}

function LongList({ of, count, name }: { of: CitedSet['of']; count: number; name: string }) {
  const [chosen, choose] = useStyle()
  const [busy, setBusy] = useState('')
  const [refused, refuse] = useState<readonly string[]>([])
  const style = styles.find(({ id }) => id === chosen)
  const files = style
    ? [
        { format: 'html' as const, label: 'Download as a web page', ending: 'html' },
        { format: 'text' as const, label: 'Download as text', ending: 'txt' },
      ]
    : [chosen as ReferenceFormId].map((format) => {
        const { ending } = referenceForms[format]
        return { format, label: `Download .${ending}`, ending }
      })
  const download = async (format: (typeof files)[number]['format'], ending: string) => {
    setBusy(format)
    refuse([])
    try {
      const input = { ...of, format, ...(style && { style: style.id as StyleId }) }
      saveFile((await call(citationsApi.citations, input)) as Blob, `${name}.${ending}`)
    } catch (error) {
      refuse((error as Problem).messages)
    } finally {
      setBusy('')
    }
  }
  return (
    <>
      <StyleSelect chosen={chosen} onChoose={choose} />
      <p className="quiet">
        {style && `${style.edition}. `}A list of {counted(count, 'reference')} is too long to show here.
      </p>
      {refused.length > 0 && <ErrorBox messages={refused} />}
      <div className="wrap gap-8 flex">
        {files.map(({ format, label, ending }) => (
          <Button key={format} icon={Download} busy={busy === format} onClick={() => download(format, ending)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}
