import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { call } from '#kit/web/call.ts'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { HumanCheckBox, humanCheckMissing, useHumanCheck } from '#platform/human-check/web/human-check-parts.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { helpApi, maxMessageLength, maxPageLength } from '../contract.ts'

const title = 'Contact us'
const idOf = (field: string) => `contact-${field}`
const missingMessage = 'Please enter a message.'

/** A message to the customer team, about the page and the request that led here. */
export function ContactPage() {
  const [sentFrom, setSentFrom] = useState<string>()
  return (
    <div className="max-640">
      <title>{title}</title>
      {sentFrom === undefined ? <ContactForm onSent={setSentFrom} /> : <Sent replyTo={sentFrom} />}
    </div>
  )
}

function ContactForm({ onSent }: { onSent: (replyTo: string) => void }) {
  const me = useCurrentUser()
  const search = useSearch()
  // An address with a long search is cut.
  const page = ([search.page].flat()[0] ?? '').slice(0, maxPageLength)
  const [form, setForm] = useState({
    message: '',
    requestNumber: [search.number].flat()[0] ?? '',
    name: '',
    emailId: '',
  })
  const [withPage, setWithPage] = useState(true)
  const human = useHumanCheck()
  const { busy, errors, refused, send, refuse } = useDeskForm(idOf)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (form.message.trim() === '') return refuse({ errors: { message: missingMessage } })
    if (!me && !human.answer) return refuse({ errors: {}, refused: [humanCheckMissing] })
    void send(async () => {
      const { name, emailId, ...message } = form
      const visitor = { name, emailId, recaptcha_token: human.answer }
      const input = { ...message, page: withPage ? page : '', ...(me ? {} : visitor) }
      try {
        onSent((await call(helpApi.contact, input)).response.replyTo)
      } finally {
        human.again()
      }
    })
  }
  const field = (name: keyof typeof form) => ({
    id: idOf(name),
    value: form[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  })
  return (
    <form className="stack gap-16" noValidate onSubmit={submit}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="quiet mt-4">
          {me ? (
            <>We’ll reply to {me.user.email}.</>
          ) : (
            <>
              We’ll reply by email. You can also write to{' '}
              <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
            </>
          )}{' '}
          Many questions are answered in <Link href="/help">Help</Link>.
        </p>
      </div>
      {refused && <ErrorBox title="Your message wasn’t sent" messages={refused} />}
      <TextField
        {...field('message')}
        ref={focusNow}
        required
        label="Message"
        hint="What did you want to do, and what happened?"
        rows={7}
        maxLength={maxMessageLength}
      />
      <TextField
        {...field('requestNumber')}
        label="Request, order or invoice number"
        hint="If it’s about one."
        maxLength={100}
        autoComplete="off"
      />
      {page && (
        <Checkbox
          checked={withPage}
          onChange={({ target }) => setWithPage(target.checked)}
          label={
            <>
              Tell us the page you came from: <span className="anywhere">{page}</span>
            </>
          }
        />
      )}
      {!me && (
        <>
          <TextField {...field('name')} label="Name" autoComplete="name" maxLength={200} />
          <TextField {...field('emailId')} required type="email" label="Email" autoComplete="email" maxLength={254} />
          <HumanCheckBox action="contact" {...human.box} />
        </>
      )}
      <div>
        <Button type="submit" look="main" busy={busy}>
          Send message
        </Button>
      </div>
    </form>
  )
}

const Sent = ({ replyTo }: { replyTo: string }) => (
  <div className="stack gap-8 justify-items-start anywhere">
    <Icon className="ink-ok" of={CircleCheck} />
    <h1 tabIndex={-1} ref={focusNow}>
      Message sent
    </h1>
    <p>Thank you. We’ll reply to {replyTo}.</p>
    <div className="cluster gap-8 mt-10">
      <LinkButton href="/help">Go to help</LinkButton>
    </div>
  </div>
)
