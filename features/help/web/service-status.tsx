import { CircleAlert, CircleCheck } from 'lucide-react'
import { dateAndTime, timeOfDay } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { helpApi, type ServiceName } from '../contract.ts'

const names: Record<ServiceName, { name: string; fault: string }> = {
  catalogue: { name: 'Search and records', fault: 'Searches aren’t working.' },
  accounts: {
    name: 'Sign-in, folders, requests and orders',
    fault: 'You may not be able to sign in or save anything.',
  },
  downloads: { name: 'Files to download', fault: 'New files take longer than usual.' },
  mails: { name: 'Emails', fault: 'Emails from us arrive later than usual.' },
}
const pollMs = 30_000

/** The state of each service, polled. */
export function ServiceStatus() {
  const { reply, problem, again } = useLatestReply(helpApi.serviceStatus, {}, { refetchEvery: pollMs })
  const { services, checkedDate } = reply?.response ?? {}
  const faults = services?.filter(({ works }) => !works).length
  return (
    <div className="measure">
      <title>Status</title>
      <h1 tabIndex={-1}>Status</h1>
      {problem ? (
        <ErrorBox
          className="mt-14"
          title="The portal isn’t responding properly"
          messages={['We couldn’t check its services. Please try again in a few minutes.']}
          onRetry={again}
        />
      ) : (
        <>
          <p className="mt-8 weight-550" role="status">
            {faults === undefined ? (
              <Skeleton width="12em" />
            ) : faults === 0 ? (
              'Everything works.'
            ) : faults === services!.length ? (
              'All services have problems.'
            ) : (
              'Some services have problems.'
            )}
          </p>
          <ul className="status-list mt-14 line-above">
            {services?.map(({ name, works, sinceDate }) => (
              <li className="py-12 line-below" key={name}>
                <span className={works ? 'ink-ok' : 'ink-bad'}>
                  <Icon of={works ? CircleCheck : CircleAlert} />
                </span>
                <h2>
                  {names[name].name}: {works ? 'working' : 'not working'}
                </h2>
                {!works && (
                  <p className="aside status-fault">
                    {names[name].fault}
                    {sinceDate && ` Noticed ${dateAndTime(sinceDate)}.`}
                  </p>
                )}
              </li>
            ))}
          </ul>
          {checkedDate && (
            <p className="remark mt-8">Checked at {timeOfDay(checkedDate)}. This page updates automatically.</p>
          )}
        </>
      )}
      <p className="mt-22">
        Something else wrong? <Link href="/contact">Contact us</Link>.
      </p>
    </div>
  )
}
