import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { type Refusal, refusalAt } from '#ui/form/use-sending.ts'

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
  const [sent, setSent] = useState<{ sentence: string; to: string }>()
  return (
    <TextDialog
      title={title}
      action="Send"
      icon={Send}
      label="Email address"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      initial={defaultAddress}
      missing="Please enter a single email address."
      refusalOf={refusalOf}
      onSave={async (to) => {
        const sentence = await send(to)
        setSent({ sentence, to })
      }}
      done={
        sent && (
          <>
            <strong role="status">{sent.sentence}</strong>
            <span className="quiet">To {sent.to}</span>
          </>
        )
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <div className="ink-2 anywhere">{about}</div>
          {field}
        </>
      )}
    </TextDialog>
  )
}

/** An address error goes on the field, by the error's key or because nothing else was sent; the rest above it. */
function refusalOf(error: unknown): Refusal {
  const { code, messages } = problemOf(error)
  return code === 'bad_address' ? { onField: messages[0] } : refusalAt('emailId')(error)
}
