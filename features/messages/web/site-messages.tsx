import './messages.css'
import { SessionMessages } from './session-messages.tsx'
import { SiteBanner } from './site-banner.tsx'

export const SiteMessages = () => (
  <>
    <SiteBanner />
    <SessionMessages />
  </>
)
