import type { consentApi } from '#features/account/consent/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { formatDay } from '#kit/web/format.ts'

export type PolicyView = NonNullable<Answer<typeof consentApi.validateConsentLink>['response']['policy']>

/** The whole policy, readable without opening anything. */
export const PolicyText = ({ policy }: { policy: PolicyView }) => (
  <article className="policy stack gap-18 pt-18 line-above" aria-label="Privacy policy">
    {policy.sections.map(({ heading, paragraphs }) => (
      <section key={heading}>
        <h2 className="title-large">{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p className="mt-4" key={paragraph}>
            {paragraph}
          </p>
        ))}
      </section>
    ))}
    <p className="version num remark">
      Version {policy.version}
      {policy.effectiveDate && <>, in effect since {formatDay(policy.effectiveDate, 'long')}</>}
    </p>
  </article>
)
