import { userInfo } from 'node:os'
import { askedBySudo } from '#app/env.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { commandLineMark } from '#platform/audit/rules.ts'

/** Who gives the command, for the audit log; whoever can reach the socket owns the folder. */
export const userHeader = 'x-command-user'

/** Whoever asked sudo for it, else whose process it is; a container's user may have a number and no name. */
export function userName(): string {
  try {
    return askedBySudo() || userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

export const fromCommandLine = (user: string): string => `${commandLineMark} (${user})`

/** What `act` notes in the audit log was done by whoever gives this command. */
export const atCommandLine = <T>(act: () => T): T => actFrom(fromCommandLine(userName()), act)
