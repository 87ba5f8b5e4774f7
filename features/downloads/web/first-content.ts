import { useState } from 'react'
import type { Content } from '#features/downloads/contract.ts'
import { useSettings } from '#features/school/settings/web/settings-parts.tsx'
import { lastChoice } from './last-choice.ts'

/** The content that a new choice starts with: the school's setting, or the one chosen last in this browser. */
export function useFirstContent(): Content {
  const [last] = useState(lastChoice)
  const { downloadContent = 'LAST_CHOSEN' } = useSettings().settings ?? {}
  return downloadContent === 'LAST_CHOSEN' ? (last.content ?? 'DATA_ONLY') : downloadContent
}
