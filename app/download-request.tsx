import { RequestScreen } from '#features/downloads/request/web/request-screen.tsx'
import { RequestedBeforeContext } from '#features/downloads/unmatched/web/requested-before.ts'

async function requestedBefore(numbers: readonly string[], userId: string | undefined) {
  // Loaded on demand: only unmatched identifiers need it.
  const { readRequestedNumbers } = await import('#features/requests/requested/web/requested-in.ts')
  return readRequestedNumbers(numbers, userId)
}

/** The page of a download request, with the school's catalogue requests for what it lacks. */
export const DownloadRequestScreen = () => (
  <RequestedBeforeContext value={requestedBefore}>
    <RequestScreen />
  </RequestedBeforeContext>
)
