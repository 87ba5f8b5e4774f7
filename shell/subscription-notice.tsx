import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#features/account/contract.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { isBought } from '#features/shop/subscriptions/rules.ts'
import { daysUntil } from '#kit/day.ts'
import { businessDay } from '#kit/web/dates.ts'
import { formatDay, grouped } from '#kit/web/format.ts'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { Link } from '#ui/link.tsx'
import { placeOf } from './areas.ts'
import { words } from './messages/messages.ts'
import { useAreas } from './role.ts'

/**
 * Above the screens of searches and downloads: what a school whose subscriptions have ended renews, or chooses. During a
 * trial, the days left, where the day begins.
 */
export function SubscriptionNotice() {
  const { pathname } = useLocation()
  const subscriptions = useQuery(currentUser).data?.customer?.subscriptions
  const area = placeOf(pathname, useAreas())?.area.href
  if (!subscriptions || (area !== '/discover' && area !== '/')) return null
  const today = businessDay()
  const trial = subscriptions.find(({ effectiveEndDate }) => effectiveEndDate >= today)
  if (trial && (area !== '/' || trial.effectiveStartDate > today)) return null
  const { sentence, link, href } = trial
    ? trialNotice(daysUntil(trial.effectiveEndDate, today))
    : noticeOf(subscriptions)
  return (
    <aside className="above-screen no-print" aria-label={words.yourSubscription}>
      <p className={trial ? 'mt-10 aside' : 'mt-16 p-10-14 rounded on-warn-soft ink-warn'}>
        {sentence} {href && <Link href={href}>{link}</Link>}
      </p>
    </aside>
  )
}

type Notice = { sentence: string; link?: string; href?: string }

const products = { link: words.seeProducts, href: `${settings.cmsUrl}/products` }

const trialNotice = (days: number): Notice => ({
  sentence:
    days === 0
      ? words.trialEndsToday
      : days === 1
        ? words.trialEndsTomorrow
        : words.trialDaysLeft({ count: grouped(days) }),
  ...products,
})

/** `subscriptions`: all have ended, the last to end first. */
function noticeOf(subscriptions: Customer['subscriptions']): Notice {
  const bought = subscriptions.find(({ subscriptionType }) => isBought({ typeName: subscriptionType.name }))
  const ended = bought ?? subscriptions[0]
  if (!ended) return { sentence: words.noSubscription, ...products }
  const day = formatDay(ended.effectiveEndDate, 'long')
  if (!bought)
    return {
      sentence: words.accessEnded({ product: ended.product.name, day }),
      ...products,
    }
  return {
    sentence: words.subscriptionEnded({ product: ended.product.name, day }),
    link: words.renew,
    href: '/subscriptions',
  }
}
