import './mail.css'
import { Send } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type Refusal, useSending } from '#ui/form/use-sending.ts'
import { showToast } from '#ui/overlay/toast.tsx'

/**
 * Mails something to one address. `send` returns a sentence about the result, and rejects with the server's Problem: an
 * error in the address is shown on the field.
 */
export function EmailDialog({
  title,
  about,
  defaultAddress,
  send,
  onClose,
}: {
  title: string
  /** The content to send, in a sentence or a short list. */
  about: ReactNode
  defaultAddress: string
  send: (address: string) => Promise<string>
  onClose: () => void
}) {
  const [address, setAddress] = useState(defaultAddress)
  const [sent, setSent] = useState<{ sentence: string; to: string }>()
  const field = useId()
  const { busy, refusal, refuse, send: submit } = useSending(field, refusalOf)

  return (
    <FormDialog
      title={title}
      action="Send"
      icon={Send}
      busy={busy}
      refused={refusal.beside}
      done={
        sent && (
          <>
            <strong role="status">{sent.sentence}</strong>
            <span className="quiet">To {sent.to}</span>
          </>
        )
      }
      onSubmit={() => {
        const to = address.trim()
        if (to === '') return refuse({ onField: 'Please enter one e-mail address.' })
        void submit(async () => {
          const sentence = await send(to)
          setSent({ sentence, to })
          showToast({ tone: 'ok', text: sentence })
        })
      }}
      onClose={onClose}
    >
      <div className="mail-about">{about}</div>
      <TextField
        id={field}
        label="E-mail address"
        type="email"
        ref={focusNow}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        error={refusal.onField}
        onChange={(event) => setAddress(event.target.value)}
      />
    </FormDialog>
  )
}

/** An address error goes on the field, by the error's key or because nothing else was sent; the rest above it. */
function refusalOf(error: unknown): Refusal {
  const { code, errors, messages } = problemOf(error)
  const named = errors?.emailId?.[0]
  if (named) return { onField: named }
  return code === 'bad_address' ? { onField: messages[0]! } : { beside: messages }
}
