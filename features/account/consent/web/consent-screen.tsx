import './consent.css'
import { FileCheck2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { consentApi } from '#features/account/consent/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { ConsentForm, sentenceOf } from './consent-form.tsx'
import { PolicyText } from './policy-parts.tsx'

const name = 'Privacy policy'
const submitted = 'Consent has already been submitted'

/** The page of a one-time consent link: the policy, and two questions. Opening it does not use the link up. */
export function ConsentScreen() {
  const uuid = [useSearch().uuid].flat()[0]
  return (
    <>
      <title>{name}</title>
      {uuid ? <ConsentQuestion key={uuid} uuid={uuid} /> : <Dead sentence="The address of this page is incomplete." />}
    </>
  )
}

function ConsentQuestion({ uuid }: { uuid: string }) {
  const { reply, problem, again } = useLatestReply(consentApi.validateConsentLink, { uuid })
  const [saved, setSaved] = useState(false)
  const [refused, setRefused] = useState<string>()
  if (saved) return <Saved />
  if (refused !== undefined) return <Dead sentence={refused} />
  if (problem && problem.status >= 400 && problem.status < 500) return <Dead sentence={sentenceOf(problem)} />
  if (!reply)
    return (
      <CardScreen wide title={name} back={catalogue}>
        {problem ? <ErrorBox messages={[sentenceOf(problem)]} onRetry={again} /> : <Skeleton lines={8} />}
      </CardScreen>
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
    <CardScreen
      wide
      className="consent"
      title={`${settings.providerName} ${name.toLowerCase()}`}
      whose={
        addressee && (
          <>
            For <strong>{addressee}</strong>
          </>
        )
      }
      next={<p>We save your answers and the version you read. Either answer may be no. You can use this link once.</p>}
      back={catalogue}
    >
      <p className="quiet">Please read it and answer the two questions below.</p>
      <PolicyText policy={policy} />
      <ConsentForm policy={policy} {...rest} />
    </CardScreen>
  )
}

const Saved = () => (
  <CardScreen
    result
    icon={FileCheck2}
    tone="ok"
    title="Your answers have been saved"
    note={
      <p>
        Thank you. To change them later, email the {settings.providerName} customer team at <SupportAddress />.
      </p>
    }
  >
    <ToCatalogue />
  </CardScreen>
)

const Dead = ({ sentence }: { sentence: string }) => (
  <CardScreen
    icon={sentence === submitted ? FileCheck2 : Link2Off}
    title={sentence}
    note={
      <p>
        Questions? Email the {settings.providerName} customer team at <SupportAddress />.
      </p>
    }
  >
    <ToCatalogue />
  </CardScreen>
)

const SupportAddress = () => <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>
const catalogue = { href: '/discover', title: 'Catalogue' }
const ToCatalogue = () => (
  <div>
    <LinkButton href={catalogue.href}>Go to the catalogue</LinkButton>
  </div>
)
