import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { ItemRefused } from './item-request.ts'

/** Where subscriptions and their data are offered. */
export const productPage = `${settings.cmsUrl}/products`

/** Says why there is no file. The way on leads to the product page; nobody is taken away before having read it. */
export function ItemFailure({ refused, onClose }: { refused: ItemRefused; onClose: () => void }) {
  return (
    <Dialog
      alert
      title="There is no file"
      onClose={onClose}
      actions={
        refused.ahead ? (
          <>
            <Button onClick={onClose}>Stay on this record</Button>
            <LinkButton look="main" href={productPage}>
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
    </Dialog>
  )
}
