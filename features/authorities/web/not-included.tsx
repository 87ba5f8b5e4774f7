import { ShoppingBag } from 'lucide-react'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'

export function NotIncluded() {
  return (
    <section className="not-included" aria-label="Your subscription">
      <div>
        <h2>Your subscription does not include authority files.</h2>
        <p>You can see what there is. With a subscription to authority files every file below can be downloaded.</p>
      </div>
      <LinkButton look="main" icon={ShoppingBag} href={`${settings.cmsUrl}/products`}>
        See the products
      </LinkButton>
    </section>
  )
}
