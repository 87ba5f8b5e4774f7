import './mail.css'
import { CircleCheck, Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { showToast } from '#ui/toast.tsx'

type Refusal = { onField?: string; beside?: readonly string[] }

/**
 * Mails something to one address. `send` answers with the sentence that tells how it went, and rejects with the server's
 * Problem: what is wrong with the address is then said on the field.
 */
export function EmailDialog({
  title,
  about,
  defaultAddress,
  send,
  onClose,
}: {
  title: string
  /** What will be sent, in a sentence or a short list. */
  about: ReactNode
  defaultAddress: string
  send: (address: string) => Promise<string>
  onClose: () => void
}) {
  const [address, setAddress] = useState(defaultAddress)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})
  const [sent, setSent] = useState<{ sentence: string; to: string }>()
  const form = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const to = address.trim()
    if (to === '') {
      setRefusal({ onField: 'Please enter one e-mail address.' })
      document.getElementById(`${form}-address`)?.focus()
      return
    }
    setBusy(true)
    setRefusal({})
    try {
      const sentence = await send(to)
      setSent({ sentence, to })
      showToast({ tone: 'ok', text: sentence })
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      if (refused.onField) document.getElementById(`${form}-address`)?.focus()
    } finally {
      setBusy(false)
    }
  }

  if (sent)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <Button look="main" ref={focusNow} onClick={onClose}>
            Close
          </Button>
        }
      >
        <p className="mail-sent">
          <Icon of={CircleCheck} />
          <span>
            <strong role="status">{sent.sentence}</strong>
            <span className="quiet">To {sent.to}</span>
          </span>
        </p>
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" icon={Send} type="submit" form={form} busy={busy}>
            Send
          </Button>
        </>
      }
    >
      <form id={form} className="mail-form" noValidate onSubmit={submit}>
        {refusal.beside && <ErrorBox messages={refusal.beside} />}
        <div className="mail-about">{about}</div>
        <TextField
          id={`${form}-address`}
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
      </form>
    </Dialog>
  )
}

/** A `ref` for what focus goes to when it is drawn, also where the pressed button is gone. */
const focusNow = (element: HTMLElement | null) => element?.focus()

/** A refused address is told on the field, by the error's key or because it is all that was sent; the rest above it. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Problem)) return { beside: [genericSentence] }
  const named = error.errors?.emailId?.[0]
  if (named) return { onField: named }
  return error.code === 'bad_address' ? { onField: error.messages[0]! } : { beside: error.messages }
}
