import { Code, Download, ExternalLink, FileText, Images, Pencil, Printer, RefreshCw } from 'lucide-react'
import type { MenuGroup } from '#ui/menu.tsx'
import { filesOf } from './request-files.ts'
import { canBeAskedAgain } from './request-stage.ts'
import type { ShownLine } from './use-request-list.ts'

const icons = { whole: Download, data: FileText, image: Images } as const

/** What stands in the menu of a request: its files, then what can be done with it. */
export function actionsOf(line: ShownLine): MenuGroup[] {
  const { main, more } = filesOf(line)
  const has = line.requestStatus === 'READY' && main.length > 0
  const files = [...main, ...more].map(({ id, label, form }) => ({
    id,
    label: `Download ${[label, form].filter(Boolean).join(', ')}`,
    icon: icons[id as keyof typeof icons],
  }))
  const groups: MenuGroup[] = []
  if (has)
    groups.push({
      id: 'files',
      items: [
        ...files,
        { id: 'page', label: 'Download web page, HTML', icon: Code },
        { id: 'read', label: 'Read and print', icon: Printer },
      ],
    })
  groups.push({
    id: 'request',
    items: [
      { id: 'open', label: 'Request page', icon: ExternalLink },
      { id: 'rename', label: 'Rename', icon: Pencil },
      ...(canBeAskedAgain(line) ? [{ id: 'again', label: 'Request again', icon: RefreshCw }] : []),
    ],
  })
  return groups
}
