import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { consentApi } from '#features/account/consent/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import type { PolicyView } from './policy-parts.tsx'

type Answers = { hasAccepted?: boolean; hasConsented?: boolean }
const questions = ['hasAccepted', 'hasConsented'] as const
const missing = {
  hasAccepted: 'Please choose whether you accept the privacy policy.',
  hasConsented: 'Please choose whether you consent.',
}

/** Nothing is preselected: no is as valid an answer as yes. */
export function ConsentForm({
  uuid,
  policy,
  onSaved,
  onRefused,
}: {
  uuid: string
  policy: PolicyView
  onSaved: () => void
  /** The link no longer accepts an answer. */
  onRefused: (sentence: string) => void
}) {
  const [answers, setAnswers] = useState<Answers>({})
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = questions.filter((each) => answers[each] === undefined)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setAttempts(attempts + 1)
    const { hasAccepted, hasConsented } = answers
    if (hasAccepted === undefined || hasConsented === undefined) return
    setBusy(true)
    setFailure(undefined)
    try {
      await call(consentApi.updateConsent, { uuid, hasAccepted, hasConsented, policyVersion: policy.version })
      onSaved()
    } catch (error) {
      const sentence = sentenceOf(error)
      if (error instanceof Problem && /^(consent_submitted|link_)/.test(error.code)) onRefused(sentence)
      else setFailure(sentence)
    } finally {
      setBusy(false)
    }
  }
  const faults = attempts > 0 ? open : []
  const choose = (answer: Answers) => setAnswers({ ...answers, ...answer })
  return (
    <form onSubmit={save} noValidate>
      <ErrorSummary refusal={attempts} errors={faults.map((each) => ({ id: `${each}-yes`, text: missing[each] }))} />
      {failure !== undefined && <ErrorBox messages={[failure]} />}
      <Question
        name="hasAccepted"
        text="Do you accept the privacy policy?"
        yes="Yes, I accept it"
        no="No, I don’t accept it"
        value={answers.hasAccepted}
        error={faults.includes('hasAccepted')}
        onChoose={(hasAccepted) => choose({ hasAccepted })}
      />
      <Question
        name="hasConsented"
        text={policy.consentTo}
        yes="Yes, I consent"
        no="No, I don’t consent"
        value={answers.hasConsented}
        error={faults.includes('hasConsented')}
        onChoose={(hasConsented) => choose({ hasConsented })}
      />
      <Button type="submit" look="main" busy={busy}>
        Submit
      </Button>
    </form>
  )
}

/** The first message, or the body itself if it is a sentence. */
export function sentenceOf(error: unknown): string {
  const { messages, about } = problemOf(error)
  return about?.text ?? messages[0]
}

function Question({
  name,
  text,
  yes,
  no,
  value,
  error,
  onChoose,
}: {
  name: (typeof questions)[number]
  text: string
  yes: string
  no: string
  value: boolean | undefined
  error: boolean
  onChoose: (answer: boolean) => void
}) {
  return (
    <fieldset className="stack min-w-0 gap-6" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="required mb-6 weight-600">{text}</legend>
      {[true, false].map((answer) => (
        <label key={String(answer)} className="check">
          <input
            type="radio"
            id={`${name}-${answer ? 'yes' : 'no'}`}
            name={name}
            required
            checked={value === answer}
            onChange={() => onChoose(answer)}
          />
          <span>{answer ? yes : no}</span>
        </label>
      ))}
      {error && (
        <div className="row gap-6 ink-bad text-small" id={`${name}-error`}>
          <Icon of={CircleAlert} small />
          {missing[name]}
        </div>
      )}
    </fieldset>
  )
}
