import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Joining } from '#features/account/sign-in-services/rules.ts'
import { type SchoolSignIn, schoolSignInApi } from '#features/account/sign-in-services/school-contract.ts'
import { call } from '#kit/web/call.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, Select } from '#ui/form/field.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'

const joiningLabels: Record<Joining, string> = {
  nobody: 'Can’t join: you invite them',
  student: 'Join as students',
  staff: 'Join as staff',
}

/** Changes a school's sign-in; `onClose` is called once it is saved or cancelled. */
export function SchoolSignInForm({ present, onClose }: { present: SchoolSignIn; onClose: () => void }) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const cache = useQueryClient()
  const [serviceId, setServiceId] = useState(present.serviceId ?? '')
  const [joining, setJoining] = useState(present.joining)
  const [passwords, setPasswords] = useState(present.passwords)
  const { busy, errors, refused, send } = useDeskForm(idOf)
  const service = present.services.find(({ id }) => id === serviceId)
  const { emailDomain, domainFault } = present

  const save = () =>
    send(async () => {
      const chosen = serviceId === '' ? null : serviceId
      await call(schoolSignInApi.changeSchoolSignIn, {
        serviceId: chosen,
        joining: chosen === null ? 'nobody' : joining,
        passwords: chosen === null || passwords,
      })
      void cache.invalidateQueries({ queryKey: [auditApi.customerAudit.path] })
      await cache.invalidateQueries({ queryKey: queryOf(schoolSignInApi.schoolSignIn, {}).queryKey })
      toastSuccess(
        service ? `Your people can sign in with ${service.name}.` : 'Your people sign in with passwords only.',
      )
      onClose()
    })
  return (
    <form
      className="stack gap-14 max-640"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      {refused && <ErrorBox messages={refused} />}
      <Select
        id={idOf('serviceId')}
        label="Sign-in service"
        hint="Your people can sign in with it. We match their accounts by the email address it confirms."
        error={errors.serviceId}
        value={serviceId}
        options={[
          { value: '', label: 'None: username and password only' },
          ...present.services.map(({ id, name, own }) => ({
            value: id,
            label: own ? `${name} (your school’s)` : name,
          })),
          ...(present.serviceId !== null && !present.services.some(({ id }) => id === present.serviceId)
            ? [{ value: present.serviceId, label: 'Your chosen service (turned off)' }]
            : []),
        ]}
        onChange={({ target }) => setServiceId(target.value)}
      />
      {service && (
        <>
          <p className={domainFault ? 'wrong' : 'quiet'}>
            {domainFault || `People who enter an address at ${emailDomain} on the sign-in page go to ${service.name}.`}
          </p>
          <Select
            id={idOf('joining')}
            label={emailDomain ? `People at ${emailDomain} without an account` : 'People without an account'}
            error={errors.joining}
            value={joining}
            options={Object.entries(joiningLabels).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => setJoining(target.value as Joining)}
          />
          <div>
            <Checkbox
              label="Passwords and passkeys work too"
              checked={passwords}
              onChange={({ target }) => setPasswords(target.checked)}
            />
            <p className="quiet">
              {passwords
                ? `Your people sign in with ${service.name} or with their password.`
                : `Everyone but the primary contact must sign in with ${service.name}.`}
            </p>
          </div>
        </>
      )}
      <div className="row gap-8">
        <Button look="main" type="submit" busy={busy}>
          Save sign-in
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
