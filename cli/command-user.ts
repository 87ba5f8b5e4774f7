import { userInfo } from 'node:os'
import { sudoUser } from '#app/env.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { commandLineMark } from '#platform/audit/rules.ts'
import { commandIo } from './print-line.ts'

/** The user who gives the command, for the audit log; anyone who can reach the socket owns the folder. */
export const userHeader = 'x-command-user'

/** The user of sudo, otherwise the process owner; a container's user may have a number without a name. */
export function userName(): string {
  try {
    return sudoUser(commandIo().env) || userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

export const fromCommandLine = (user: string): string => `${commandLineMark} (${user})`

/** Attributes the audit entries of `act` to the user of this command. */
export const atCommandLine = <T>(act: () => T): T => actFrom(fromCommandLine(userName()), act)
