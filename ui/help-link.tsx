import { CircleQuestionMark } from 'lucide-react'
import { Icon } from './icon.tsx'
import { words } from './messages.ts'

/** A `?` beside what is hard. Help opens in a new tab, so that the work on this page stays. */
export const HelpLink = ({ href, about }: { href: string; about: string }) => (
  <a
    className="button bare square help-link"
    href={href}
    target="_blank"
    title={`${words.help}: ${about}`}
    rel="noopener"
  >
    <Icon of={CircleQuestionMark} />
    <span className="only-heard">
      {words.help}: {about} {words.newTab}
    </span>
  </a>
)
