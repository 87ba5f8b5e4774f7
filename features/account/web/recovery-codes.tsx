import { Download, Printer } from 'lucide-react'
import { settings } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'

/** Told this once: to copy, keep as a file or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const page = `Recovery codes for ${settings.providerName} Data\n${window.location.host}\n\n${text}\n\nEach code works once.\n`
  return (
    <div className="recovery-codes">
      <p>
        If you don’t have your phone, sign in with one of these codes. Each works once.{' '}
        <strong>They are shown only now.</strong>
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <CopyButton text={text} label="Copy" wide />
        <Button icon={Download} onClick={() => download(page)}>
          Download
        </Button>
        <Button icon={Printer} onClick={() => print(page)}>
          Print
        </Button>
      </div>
    </div>
  )
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}

/** On a page of their own: what lies behind the dialog is not to be printed. */
function print(text: string) {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentWindow!
  const shown = page.document.createElement('pre')
  shown.textContent = text
  page.document.body.append(shown)
  page.addEventListener('afterprint', () => frame.remove())
  page.print()
}
