import './second-factor.css'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { secondFactorApi } from '#features/account/second-factor/contract.ts'
import { call } from '#kit/web/call.ts'
import { settings } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { refusalAt } from '#ui/form/use-sending.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { QrCode } from '#ui/qr-code.tsx'

type Begun = { secret: string; address: string }
export type FactorWish = { does: 'set-up'; begun: Begun } | { does: 'renew' | 'remove' }
type Ends = { onDone: (said: string) => Promise<void>; onClose: () => void }

export function SecondFactorDialogs({ wish, ...ends }: Ends & { wish: FactorWish }) {
  if (wish.does === 'set-up') return <SetUpDialog begun={wish.begun} {...ends} />
  if (wish.does === 'renew') return <RenewDialog {...ends} />
  return <RemoveDialog {...ends} />
}

function SetUpDialog({ begun, onDone, onClose }: Ends & { begun: Begun }) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <TextDialog
      title={codes ? saveCodes : 'Set up an authenticator app'}
      action="Confirm"
      label="Enter the 6-digit code from the app"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      missing="Please enter the code from the app."
      refusalOf={refusalAt('code')}
      onSave={async (code) => {
        setCodes((await call(secondFactorApi.confirmSecondFactor, { code })).recoveryCodes)
        await onDone('Authenticator app set up.')
      }}
      done={codes && <RecoveryCodes codes={codes} />}
      doneActions={
        <Button look="main" ref={focusNow} onClick={onClose}>
          {saved}
        </Button>
      }
      onClose={onClose}
    >
      {(field) => (
        <ol className="set-up-app stack gap-20">
          <li className="stack items-center line-below">
            <p>Scan this QR code with an authenticator app on your phone.</p>
            <QrCode text={begun.address} label="QR code for the authenticator app" />
            <p className="quiet text-small">Can’t scan it? Enter this key in the app instead:</p>
            <p className="secret-key row gap-8">
              <code className="anywhere">{inFours(begun.secret)}</code>
              <CopyButton text={begun.secret} label="Copy key" />
            </p>
          </li>
          <li className="stack items-center line-below">{field}</li>
        </ol>
      )}
    </TextDialog>
  )
}

function RenewDialog({ onDone, onClose }: Ends) {
  const renew = async () => {
    const { recoveryCodes } = await call(secondFactorApi.renewRecoveryCodes, {})
    await onDone('Ten new recovery codes created.')
    return { title: saveCodes, text: <RecoveryCodes codes={recoveryCodes} />, close: saved }
  }
  return (
    <ConfirmDialog
      title="Create new recovery codes?"
      action="Create new codes"
      look="main"
      onConfirm={renew}
      onClose={onClose}
    >
      <p>You’ll get ten new codes. Your current codes will stop working.</p>
    </ConfirmDialog>
  )
}

function RemoveDialog({ onDone, onClose }: Ends) {
  const remove = async () => {
    await call(secondFactorApi.removeSecondFactor, {})
    await onDone('Authenticator app removed.')
  }
  return (
    <ConfirmDialog title="Remove the authenticator app?" action="Remove" onConfirm={remove} onClose={onClose}>
      <p>You’ll no longer need a code to sign in with your password. Your recovery codes will stop working.</p>
    </ConfirmDialog>
  )
}

const saveCodes = 'Save your recovery codes'
const saved = 'I’ve saved them'

const inFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

/** Shown once: to copy, save or print. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const page = `Recovery codes for ${settings.providerName} Data\n${window.location.host}\n\n${text}\n\nEach code works once.\n`
  return (
    <div className="recovery-codes stack gap-16">
      <p>
        If you don’t have your phone, sign in with one of these codes. Each works once.{' '}
        <strong>We’ll only show them once.</strong>
      </p>
      <ul className="stack framed rounded unlisted gap-8-16 p-14-16">
        {codes.map((code) => (
          <li className="stack items-center line-below" key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flow gap-8">
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

/** Prints a separate document, so that the content behind the dialog is not printed. */
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
