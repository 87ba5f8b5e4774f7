import { onTestFinished, vi } from 'vitest'

/** Closes every channel between tabs that is opened until the test ends: test files share a process. */
export function closeChannels(): void {
  const { BroadcastChannel: Real } = globalThis
  const channels: BroadcastChannel[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    },
  )
  onTestFinished(() => {
    for (const channel of channels) channel.close()
    vi.unstubAllGlobals()
  })
}
