import { signInAddress } from '#features/account/web/account-parts.tsx'
import { leaveToComeBack } from '#kit/web/history.ts'
import { folderIsStored } from './temporary-folder.ts'

/** What a visitor was about to do with the temporary folder. */
export type Intention = { kind: 'download' } | { kind: 'email' } | { kind: 'save'; folderName: string }

const storageName = 'folder-after-sign-in'
export const temporaryFolderAddress = '/discover/temp/folder'

/**
 * Leads a visitor to sign in and back to the temporary folder, which then goes on. False where the folder would be lost
 * on the way because the browser does not store it: the call itself then asks to sign in, in another window.
 */
export function signInFirst(intention: Intention): boolean {
  if (!folderIsStored()) return false
  try {
    sessionStorage.setItem(storageName, JSON.stringify(intention))
  } catch {
    return false
  }
  leaveToComeBack(signInAddress(temporaryFolderAddress))
  return true
}

/** What was left to be done; once. */
export function takeIntention(): Intention | undefined {
  try {
    const { kind, folderName } = JSON.parse(sessionStorage.getItem(storageName) ?? '{}') as Record<string, unknown>
    sessionStorage.removeItem(storageName)
    if (kind === 'download' || kind === 'email') return { kind }
    return kind === 'save' && typeof folderName === 'string' ? { kind, folderName } : undefined
  } catch {
    return undefined
  }
}
