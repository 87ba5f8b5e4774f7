import {
  Code,
  Download,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  Images,
  type LucideIcon,
  Pencil,
  Printer,
  RefreshCw,
} from 'lucide-react'
import type { ItemType } from '#features/downloads/contract.ts'
import { OverlayMenu } from '#ui/overlay/lazy-overlays.ts'
import type { MenuEntry, MenuGroup, OpenMenu } from '#ui/overlay/menu.tsx'
import { filesOf, formatSize } from '../../web/request-files.ts'
import { canBeAskedAgain } from '../../web/request-stage.ts'
import { hasFile, itemLabels, type RequestLineView } from './request-row.ts'

const icons: Record<string, LucideIcon> = { whole: Download, data: FileText, image: Images }
const itemIcons: Record<ItemType, LucideIcon> = { marc: Download, data: FileText, image: Images, html: Code }

/** The menu of a row: its files, then its actions. */
export function LineMenu({
  line,
  hidden,
  label,
  open: { anchor, close },
  onChoose,
}: {
  line: RequestLineView
  /** It is in the list of hidden rows. */
  hidden: boolean
  label: string
  open: OpenMenu
  onChoose: (id: string) => void
}) {
  const request: MenuGroup = {
    id: 'request',
    items: [
      { id: 'open', label: 'Request page', icon: ExternalLink },
      { id: 'rename', label: 'Rename', icon: Pencil },
      ...(canBeAskedAgain(line) ? [{ id: 'again', label: 'Request again', icon: RefreshCw }] : []),
      hidden ? { id: 'hide', label: 'Unhide', icon: Eye } : { id: 'hide', label: 'Hide', icon: EyeOff },
    ],
  }
  const files = filesIn(line)
  return (
    <OverlayMenu
      label={label}
      groups={files.length > 0 ? [{ id: 'files', items: files }, request] : [request]}
      anchor={anchor}
      onClose={close}
      onChoose={(id) => {
        close()
        onChoose(id)
      }}
    />
  )
}

function filesIn(line: RequestLineView): MenuEntry[] {
  const files = line.files
    ? line.files
        .filter((file) => hasFile(file) && file.itemType !== 'html')
        .map(({ id, itemType, fileSize }) => ({
          id,
          label: `Download ${itemLabels[itemType]}, ${formatSize(fileSize)}`,
          icon: itemIcons[itemType],
        }))
    : hasFile(line)
      ? Object.values(filesOf(line))
          .flat()
          .map(({ id, label, form }) => ({
            id,
            label: `Download ${[label, form].filter(Boolean).join(', ')}`,
            icon: icons[id]!,
          }))
      : []
  // Any of its requests has the record.
  if (files.length === 0 && !line.files?.some(hasFile)) return []
  return [
    ...files,
    { id: 'page', label: 'Download web page, HTML', icon: Code },
    { id: 'read', label: 'Read and print', icon: Printer },
  ]
}
