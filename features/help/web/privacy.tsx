import { consentApi } from '#features/account/consent/contract.ts'
import { PolicyText } from '#features/account/consent/web/policy-parts.tsx'
import { settings } from '#kit/web/settings.ts'
import { useReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'

/** The policy in effect, as people have consented to it. */
export function Privacy() {
  const { response: policy } = useReply(consentApi.privacyPolicy, {})
  return (
    <div className="measure">
      <title>Privacy policy</title>
      <h1 tabIndex={-1}>{settings.providerName} privacy policy</h1>
      <PolicyText policy={policy} />
      <p className="mt-22">
        Questions, or a request about your data? <Link href="/contact">Contact us</Link>.
      </p>
    </div>
  )
}
