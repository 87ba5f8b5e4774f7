import { Download } from 'lucide-react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { LinkButton } from '#ui/button.tsx'
import { CopyLines, MarcLines } from './marc-lines.tsx'
import type { WholeWorkView } from './work-labels.ts'

/** The starting record, made from the schools' details. */
export function Stub({ work }: { work: WholeWorkView }) {
  if (work.stub.length === 0) return null
  return (
    <section aria-labelledby="stub">
      <div className="section-head cluster">
        <h2 id="stub">Draft MARC record</h2>
        <CopyLines lines={work.stub} />
        <LinkButton icon={Download} href={addressOf(cataloguingApi.stub, { itemId: work.itemId })}>
          MARC file
        </LinkButton>
      </div>
      <p className="quiet">Built from the requests and their pictures.</p>
      <MarcLines lines={work.stub} label="Draft MARC fields" />
    </section>
  )
}
