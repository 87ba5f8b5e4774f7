import { ChevronDown, Code, Download, FileText, Images, Printer } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { MenuButton } from '#ui/overlay/menu.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { openFile } from '../../web/open-file.ts'
import { filesOf, pageFileOf, type RequestFile, readableOf } from '../../web/request-files.ts'
import { downloadBegins, requestReady } from '../../web/request-stage.ts'
import type { RequestView } from '../../web/send-request.ts'

const icons = { data: FileText, image: Images, page: Code } as const

/**
 * The files of a ready request. Plain links: the browser saves the file, and a reply other than a file does not replace
 * this page.
 */
export function DownloadFiles({ request, onDownload }: { request: RequestView; onDownload: () => void }) {
  const { main, more } = filesOf(request)
  // For headings, the thesaurus serves as the page to read.
  const readable = request.requestType !== 'AUTHORITY'
  const tell = () => {
    toastSuccess({ title: requestReady, text: downloadBegins })
    onDownload()
  }
  const page = { id: 'page', label: 'Web page', form: 'HTML', href: pageFileOf(request.id) }
  const others = [...more, page]
  return (
    <div className="request-files flow gap-8">
      {main.map((file, i) => (
        <LinkButton
          key={file.id}
          look={i === 0 ? 'main' : 'plain'}
          icon={file.id === 'image' ? Images : Download}
          href={file.href}
          target="_blank"
          rel="noopener"
          onClick={tell}
        >
          Download {inWords(file)}
        </LinkButton>
      ))}
      {readable && (
        <LinkButton icon={Printer} href={readableOf(request.id)} target="_blank" rel="noopener">
          Read and print
        </LinkButton>
      )}
      {readable && (
        <MenuButton
          label="Other files"
          icon={ChevronDown}
          square
          groups={[
            {
              id: 'files',
              label: more.length > 0 ? 'Alone' : 'Also',
              items: others.map((file) => ({
                id: file.id,
                label: inWords(file),
                icon: icons[file.id as keyof typeof icons],
              })),
            },
          ]}
          onChoose={(id) => {
            openFile(others.find((file) => file.id === id)!.href)
            tell()
          }}
        >
          Other files
        </MenuButton>
      )}
    </div>
  )
}

const inWords = ({ label, form }: RequestFile) => [label, form].filter(Boolean).join(', ')
