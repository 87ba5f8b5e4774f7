import { type ReactNode, useEffect } from 'react'
import { SignedInOnly } from '#features/account/web/account-parts.tsx'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'

/** Wraps the bundled shop's screens. With another content site, its page of that name is shown instead. */
export function OwnShop({ children }: { children: ReactNode }) {
  const { href } = useLocation()
  const elsewhere = settings.cmsUrl !== '/cms'
  useEffect(() => {
    if (elsewhere) window.location.replace(settings.cmsUrl + href.slice('/cms'.length))
  }, [elsewhere, href])
  return elsewhere ? null : children
}

export const SignedInShop = ({ children }: { children: ReactNode }) => (
  <OwnShop>
    <SignedInOnly>{children}</SignedInOnly>
  </OwnShop>
)
