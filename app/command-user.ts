import { userInfo } from 'node:os'

/** Who gives the command, for the audit log; whoever can reach the socket owns the folder. */
export const userHeader = 'x-command-user'

/** A container's user may have a number and no name. */
export function userName(): string {
  try {
    return encodeURIComponent(userInfo().username)
  } catch {
    return String(process.getuid?.() ?? '')
  }
}
