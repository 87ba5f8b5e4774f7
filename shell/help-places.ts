import { words } from './messages/messages.ts'

/** Pages for everyone, outside the areas, in the order of the footer. */
export const helpPlaces = [
  { href: '/help', label: words.help },
  { href: '/contact', label: words.contactUs },
  { href: '/accessibility', label: words.accessibility },
  { href: '/privacy', label: words.privacy },
  { href: '/terms', label: words.terms },
  { href: '/status', label: words.status },
] as const
