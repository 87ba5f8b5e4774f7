import type { Content } from '#features/downloads/contract.ts'
import { useSettings } from '#features/school/settings/web/settings-parts.tsx'
import { Link } from '#ui/link.tsx'
import { formats } from './request-words.ts'

/** The format of the future file, by the school's settings. */
export function FormHint({ content }: { content: Content }) {
  const { settings } = useSettings()
  if (!settings) return <p className="hint">&nbsp;</p>
  const format = formats[settings.downloadFileFormat]
  return (
    <p className="hint">
      {content === 'DATA_ONLY' && `A ${format} file. `}
      {content === 'IMAGE_ONLY' && 'The covers in a zip file. '}
      {content === 'DATA_AND_IMAGE' &&
        (settings.downloadImageAlone
          ? `A ${format} file, and the covers in a zip file. `
          : `A zip file of ${format} and covers. `)}
      <Link href="/mySettings">
        Change<span className="only-heard"> how files come</span>
      </Link>
    </p>
  )
}
