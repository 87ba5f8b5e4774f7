import { signInAddress } from '#features/account/web/account-parts.tsx'
import { leaveWithReturn } from '#kit/web/history.ts'
import { folderIsStored } from './temporary-folder.ts'

/** The action that a visitor started with the temporary folder. */
export type Intention = { kind: 'download' } | { kind: 'email' } | { kind: 'save'; folderName: string }

const storageName = 'folder-after-sign-in'
export const temporaryFolderAddress = '/discover/temp/folder'

/**
 * Sends a visitor to sign in and back to the temporary folder, which then continues the action. False if the browser
 * cannot store the folder, so that it would be lost: the call itself then asks to sign in, in another window.
 */
export function signInFirst(intention: Intention): boolean {
  if (!folderIsStored()) return false
  try {
    sessionStorage.setItem(storageName, JSON.stringify(intention))
  } catch {
    return false
  }
  leaveWithReturn(signInAddress(temporaryFolderAddress))
  return true
}

/** The pending action; once. */
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
