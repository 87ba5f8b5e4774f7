import { cslJsonOf } from '#marc/citation/csl-json.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { References } from '../../citations/web/references.tsx'
import type { RecordView } from './record-facts.tsx'

/** The reference to the record. */
export const CiteDialog = ({ source, onClose }: { source: RecordView; onClose: () => void }) => (
  <Dialog title="Cite this record" shape="wide" onClose={onClose}>
    <References items={[cslJsonOf(source)]} fileName={`record-${source.id}`} />
  </Dialog>
)
