import { channelName, type Signals } from '#platform/signals/server/signals.ts'
import type { OpenDatabase } from './database.ts'

export const openSignals = ({ jobs }: Pick<OpenDatabase, 'jobs'>): Signals => ({
  listen: async (channel, heard, missed) => {
    let connections = 0
    const { close } = await jobs.listen(channelName(channel), heard, () => {
      if (connections++ > 0) missed()
    })
    return close
  },
})
