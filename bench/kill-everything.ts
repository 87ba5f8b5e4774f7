import { killEverything } from '../scale/kill/rounds.ts'
import { startPostgres } from '../scale/services/postgres.ts'

/**
 * `npm run bench:kill [rounds, default 50] [embedded|postgres|both]`: real processes under writes of every kind, killed
 * by `kill -9` at random moments and restarted. Reports acknowledged writes that are missing or partial, and work done
 * twice; exits with 1 if there is any.
 */
const [rounds = '50', where = 'both'] = process.argv.slice(2)
let wrong = 0
if (where !== 'postgres') await tell('embedded')
if (where !== 'embedded') {
  const server = await startPostgres()
  if (!server) throw new Error('PostgreSQL is not installed (Debian: postgresql).')
  await tell('PostgreSQL', server.url).finally(() => server.stop())
}
process.exit(wrong > 0 ? 1 : 0)

async function tell(name: string, databaseUrl?: string) {
  const counted = await killEverything(Number(rounds), { databaseUrl, say: (line) => console.log(`${name}, ${line}`) })
  const { kills, acknowledged, unanswered, seconds } = counted
  console.log(
    `${name}: ${kills} kills in ${seconds} s, ${acknowledged} writes acknowledged, ${unanswered} not answered, ${counted.wrong.length} wrong`,
  )
  for (const each of counted.wrong) console.log(`  ${each}`)
  wrong += counted.wrong.length
}
