import type { App } from '#app/app.ts'
import { loadDemoLinks } from '#app/first-start.ts'
import { loadDemoDepots } from '#demo/depots.ts'
import { loadDemoShop } from '#demo/shop.ts'
import { loadDemoWorld } from '#demo/world.ts'

/** The initial data of `testApp`, written once per database. */
export async function loadTestWorld(app: Pick<App, 'db' | 'clock' | 'env'>): Promise<void> {
  await loadDemoWorld(app)
  await loadDemoLinks(app)
  await loadDemoDepots(app)
  await loadDemoShop(app)
}
