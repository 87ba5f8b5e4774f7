import { useEffect, useRef } from 'react'
import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { ItemRefused } from './item-request.ts'

/** The page that offers subscriptions and their data. */
export const productPage = `${settings.cmsUrl}/products`

/** As long as a toast: enough time to read the reason, and to stay. */
const leadsOnAfterMs = 10_000

/** Says why there is no file and moves on to the product page, unless the reader stays. */
export function ItemFailure({ refused, onClose }: { refused: ItemRefused; onClose: () => void }) {
  const onward = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!refused.ahead) return
    const timer = setTimeout(() => onward.current?.click(), leadsOnAfterMs)
    return () => clearTimeout(timer)
  }, [refused])
  return (
    <Dialog
      alert
      title="No file available"
      onClose={onClose}
      actions={
        refused.ahead ? (
          <>
            <Button onClick={onClose}>Stay on this record</Button>
            <LinkButton look="main" href={productPage} ref={onward}>
              Go to the product page
            </LinkButton>
          </>
        ) : (
          <Button look="main" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <p>{refused.message}</p>
      {refused.ahead && <p className="quiet mt-8">The product page opens in 10 seconds.</p>}
    </Dialog>
  )
}
