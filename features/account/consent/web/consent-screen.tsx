import './consent.css'
import { FileCheck2, Link2Off } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { consentApi } from '#features/account/consent/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ConsentForm, sentenceOf } from './consent-form.tsx'
import { PolicyText } from './policy-parts.tsx'

const name = 'Privacy policy'
const submitted = 'Consent has already been submitted'

/** The page of a one-time consent link: the policy, and two questions. Opening it does not use the link up. */
export function ConsentScreen() {
  const uuid = [useSearch().uuid].flat()[0]
  return (
    <div className="consent centred-card">
      <title>{name}</title>
      {uuid ? <ConsentQuestion key={uuid} uuid={uuid} /> : <Dead sentence="The address of this page is incomplete." />}
    </div>
  )
}

function ConsentQuestion({ uuid }: { uuid: string }) {
  const { reply, problem, again } = useLatestReply(consentApi.validateConsentLink, { uuid })
  const [saved, setSaved] = useState(false)
  const [refused, setRefused] = useState<string>()
  if (saved) return <Saved />
  if (refused !== undefined) return <Dead sentence={refused} />
  if (problem && problem.status >= 400 && problem.status < 500) return <Dead sentence={sentenceOf(problem)} />
  if (!reply && problem)
    return (
      <>
        <h1 tabIndex={-1}>{name}</h1>
        <ErrorBox messages={[sentenceOf(problem)]} onRetry={again} />
      </>
    )
  if (!reply)
    return (
      <>
        <h1 tabIndex={-1}>{name}</h1>
        <Skeleton lines={8} />
      </>
    )
  const { isUuidConsumed, policy, addressee } = reply.response
  if (isUuidConsumed || !policy) return <Dead sentence={submitted} />
  return (
    <Form uuid={uuid} policy={policy} addressee={addressee} onSaved={() => setSaved(true)} onRefused={setRefused} />
  )
}

type ConsentView = Answer<typeof consentApi.validateConsentLink>['response']

function Form({
  policy,
  addressee,
  ...rest
}: {
  uuid: string
  policy: NonNullable<ConsentView['policy']>
  addressee: string
  onSaved: () => void
  onRefused: (sentence: string) => void
}) {
  return (
    <>
      <h1 tabIndex={-1}>
        {settings.providerName} {name.toLowerCase()}
      </h1>
      <p className="quiet mt-4">
        {addressee && (
          <>
            For <strong>{addressee}</strong>.{' '}
          </>
        )}
        Please read it and answer the two questions below. You can use this link once.
      </p>
      <PolicyText policy={policy} />
      <ConsentForm policy={policy} {...rest} />
    </>
  )
}

function Saved() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="empty-state" role="status">
      <FileCheck2 className="icon" aria-hidden />
      <h1 ref={heading} tabIndex={-1}>
        Your answers have been saved
      </h1>
      <p>
        Thank you. To change them later, email the {settings.providerName} customer team at{' '}
        <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </p>
      <div className="actions">
        <LinkButton href="/discover">Go to the catalogue</LinkButton>
      </div>
    </div>
  )
}

function Dead({ sentence }: { sentence: string }) {
  return (
    <EmptyState
      top
      icon={sentence === submitted ? FileCheck2 : Link2Off}
      title={sentence}
      hint={
        <>
          Questions? Email the {settings.providerName} customer team at{' '}
          <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
        </>
      }
    >
      <LinkButton href="/discover">Go to the catalogue</LinkButton>
    </EmptyState>
  )
}
