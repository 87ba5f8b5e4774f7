import { Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { messageLength, timelineApi } from '../timeline/contract.ts'

/** A message to the desk. The input survives a reload until it is sent. `answers`: the desk wrote last. */
export function WriteMessage(props: { requestId: string; answers: boolean; again: () => void }) {
  const { requestId, answers, again } = props
  const id = useId()
  const [text, setText] = useUnsentText(`message ${requestId}`)
  const [sentBefore, setSentBefore] = useState(false)
  const { busy, refusal, refuse, send } = useSending(id, (error) => ({
    onField: problemOf(error).messages[0],
  }))
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    if (busy) return
    if (text.trim() === '') return refuse({ onField: 'Please enter a message.' })
    void send(async () => {
      await call(timelineApi.sendMessage, { id: requestId, text: text.trim() })
      setText('')
      setSentBefore(true)
      announce('Message sent')
      again()
    })
  }
  return (
    <form className="write-message stack gap-10 mt-4" noValidate onSubmit={(event: FormEvent) => submit(event)}>
      <TextField
        id={id}
        required
        label={answers ? 'Reply to us' : 'Message us'}
        hint={sentBefore && text === '' ? 'Sent. We’ll read it with your request.' : undefined}
        error={refusal.onField}
        rows={3}
        maxLength={messageLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <Button className="self-left" type="submit" icon={Send} busy={busy}>
        Send
      </Button>
    </form>
  )
}
