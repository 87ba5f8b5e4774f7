import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import type { Content } from '#features/downloads/contract.ts'
import { settingsApi } from '#features/settings/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { formats } from './request-words.ts'

/** In which form the file will come, by the settings of the school. */
export function FormHint({ content }: { content: Content }) {
  const id = useCurrentUser()?.customer?.id ?? ''
  const { reply, problem } = useLatestReply(settingsApi.customerSettings, { id }, { enabled: id !== '' })
  // Somebody who never saved settings has the defaults.
  const unsaved = problem?.code === 'settings_not_saved'
  const format = formats[reply?.response.downloadFileFormat ?? 'MARC_21']
  const alone = reply?.response.downloadImageAlone ?? false
  return (
    <p className="hint">
      {reply || unsaved ? (
        <>
          {content === 'DATA_ONLY' && `A ${format} file. `}
          {content === 'IMAGE_ONLY' && 'The covers in a zip file. '}
          {content === 'DATA_AND_IMAGE' &&
            (alone ? `A ${format} file, and the covers in a zip file. ` : `A zip file of ${format} and covers. `)}
          <Link href="/mySettings">
            Change<span className="only-heard"> how files come</span>
          </Link>
        </>
      ) : (
        '\u00a0'
      )}
    </p>
  )
}
