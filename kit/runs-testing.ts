/** Whether `npm run test:all` runs: it has the `*.long.test.ts` files too, and a seed of its own. */
export const all = process.env.TEST_ALL === 'true'

/** How often a property is tried, or how much of a large table: a share at landing, all of it in `npm run test:all`. */
export const runs = (atLanding: number, inAll: number): number => (all ? inAll : atLanding)
